/** Invalid configuration; the message is one sentence for the person starting the server. */
export class ConfigError extends Error {}
