// The value of a field whose text cannot be read: it keeps what was typed and says what is wrong.

export interface Unreadable {
  readonly unreadable: string
  /** The fault, in Chinese. */
  readonly fault: string
}

/** True for a value that only keeps unreadable text. */
export const isUnreadable = (value: unknown): value is Unreadable =>
  typeof value === 'object' && value !== null && 'unreadable' in value && 'fault' in value
