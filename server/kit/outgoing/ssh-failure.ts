// Why an SSH request failed. The provider reports the kind; callers turn it into a message.

export type SshFailureKind =
  /** The address is private and not allowed by the operator; no connection was attempted. */
  | 'not-allowed'
  /** Nothing answers at the address; `detail` is the system's error code. */
  | 'unreachable'
  /** The request took too long. */
  | 'timeout'
  /** The other end is not an SSH server or offers no secure algorithms. */
  | 'protocol'
  /** The host key differs from the pinned one. No secrets were sent. */
  | 'host-key'
  /** The server rejected the username, password or key. */
  | 'credentials'
  /** The server sent more than the limit. */
  | 'too-much'
  /** The server closed the connection. */
  | 'closed'
  /** This site closed the connection; not the server's fault. */
  | 'dropped';

/** `detail` is short and never contains anything that was sent. */
export class SshFailure extends Error {
  readonly kind: SshFailureKind;
  readonly detail: string | null;
  /** Only for `host-key`: the key the server presented, as `type base64`. */
  readonly shownHostKey: string | null;

  constructor(kind: SshFailureKind, detail: string | null = null, shownHostKey: string | null = null) {
    super(detail === null ? `ssh: ${kind}` : `ssh: ${kind} (${detail})`);
    this.name = 'SshFailure';
    this.kind = kind;
    this.detail = detail;
    this.shownHostKey = shownHostKey;
  }
}
