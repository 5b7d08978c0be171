// Why a server could not be asked over SSH: told by the provider, put into words by who asked.

export type SshFailureKind =
  /** Its address is private, and the operator has not allowed it: nothing was connected to. */
  | 'not-allowed'
  /** Nothing answers at the address; `detail` is the system's code. */
  | 'unreachable'
  /** It has taken too long. */
  | 'timeout'
  /** What answers is no SSH server, or offers nothing secure. */
  | 'protocol'
  /** It shows another host key than the pinned one. Nothing secret was sent. */
  | 'host-key'
  /** It does not take the username, password or key. */
  | 'credentials'
  /** It sent more than was asked for. */
  | 'too-much'
  /** It ended the connection. */
  | 'closed'
  /** This site ended the connection: it says nothing of the server. */
  | 'dropped';

/** Its message is the kind, and `detail` is short and never holds what was sent. */
export class SshFailure extends Error {
  readonly kind: SshFailureKind;
  readonly detail: string | null;
  /** Of `host-key`: the key that was shown, as `kind base64`. */
  readonly shownHostKey: string | null;

  constructor(kind: SshFailureKind, detail: string | null = null, shownHostKey: string | null = null) {
    super(detail === null ? `ssh: ${kind}` : `ssh: ${kind} (${detail})`);
    this.name = 'SshFailure';
    this.kind = kind;
    this.detail = detail;
    this.shownHostKey = shownHostKey;
  }
}
