// Ends the process on an uncaught exception. Node itself would print the error with all its properties, which may include
// database rows, headers and addresses.

/** Logs an uncaught exception through the log's allow-list, then exits: the process's state can no longer be trusted. */
export function endOnCrash(log: { fatal(fields: object, message: string): void }): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'Uncaught exception: the process exits');
    process.exit(1);
  });
}
