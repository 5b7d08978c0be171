// The end of a process that something unforeseen has happened to. Node would print the error with all that hangs on it: row
// values of the database, headers, addresses.

/** Writes what ended the process as the log writes errors, and ends it: what is left of it cannot be trusted. */
export function endOnCrash(log: { fatal(fields: object, message: string): void }): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'The process ends: something failed that nothing was ready for');
    process.exit(1);
  });
}
