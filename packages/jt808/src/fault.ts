// Faults: what the codec answers in place of a frame or a message; it never throws.

/** Reasons to refuse bytes that came, or a value that should be sent. */
export type FaultWord =
  /** A frame longer than any legal one; bytes up to the next flag are skipped. */
  | 'long'
  /** Fewer bytes than a header needs. */
  | 'short'
  /** 0x7D followed by neither 1 nor 2. */
  | 'escape'
  | 'checksum'
  /** The body is not as long as the header says. */
  | 'length'
  /** Package 0, or one beyond the total. */
  | 'part'
  /** The body is encrypted (RSA), or marked with an encryption nobody defined. */
  | 'encrypted'
  /** The codec has no layout for this message. */
  | 'unsupported'
  /** The body ends before its layout does, or goes on after it. */
  | 'body'
  /** A value that does not fit its field. */
  | 'value'

/** A refusal; `at` is the byte or the field it was seen at. */
export interface Fault {
  readonly fault: FaultWord
  readonly at: number | string
}

/** Whether the codec refused. */
export const isFault = (answer: object): answer is Fault => 'fault' in answer
