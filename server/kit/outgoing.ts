// The one way out of the site to addresses that people name: public ones alone, checked as written, as resolved and as
// connected (quality.md, "Outgoing requests").

/** What was read. `url` is the address that answered in the end. */
export type Fetched = { url: string; contentType: string; body: Buffer };

/** Why nothing was read. It never tells what lies behind the address. */
export class OutgoingRefused extends Error {
  readonly reason: 'address' | 'redirects' | 'status' | 'type' | 'size' | 'time' | 'failed';
  constructor(reason: OutgoingRefused['reason']) {
    super(`An address elsewhere was not read: ${reason}.`);
    this.reason = reason;
  }
}

export type Outgoing = {
  /**
   * Whether an address may be asked for at all, as it is written: http or https on ports 80 and 443, no credentials, a
   * name or a public address.
   */
  isAllowed(address: string): boolean;
  /** Reads an address. @throws OutgoingRefused */
  read(
    address: string,
    options: { accept: 'html' | 'image'; maxBytes: number; signal?: AbortSignal },
  ): Promise<Fetched>;
};

export const createOutgoing = (): Outgoing => ({
  isAllowed: () => false,
  read: async () => {
    throw new OutgoingRefused('failed');
  },
});
