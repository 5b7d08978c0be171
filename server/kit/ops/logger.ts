/** The logger interface that the site's modules need; Fastify's and pino's loggers satisfy it. */
export type Logger = {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
};
