/** What the site's parts need of a logger; Fastify's and pino's fit. */
export type Logger = {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
};
