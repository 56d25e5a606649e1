// The one way to show a short message: a port that the shell (antd) and the login page (plain) plug into.

export type ToastKind = 'error' | 'success' | 'warning' | 'info'

/** Something the person can do about a message. */
export interface ToastAction {
  readonly label: string
  readonly run: () => void
}

/** Draws one message for `seconds`; one with an action also as long as it is pointed at or has the focus. */
export type Toaster = (kind: ToastKind, text: string, seconds: number, action?: ToastAction) => void

let plugged: Toaster | undefined
// messages shown before any page could draw them, such as a refusal during start
let waiting: Parameters<Toaster>[] = []

/** Takes over the drawing of messages until the returned function is called; earlier messages are drawn at once. */
export function plugToaster(toaster: Toaster): () => void {
  plugged = toaster
  const late = waiting
  waiting = []
  for (const message of late) toaster(...message)
  return () => {
    if (plugged === toaster) plugged = undefined
  }
}

const say =
  (kind: ToastKind) =>
  (text: string, seconds = 3): void => {
    if (plugged) plugged(kind, text, seconds)
    else waiting.push([kind, text, seconds])
  }

/** Shows a message with something to do about it, for 10 seconds. */
function offer(text: string, action?: ToastAction): void {
  const message: Parameters<Toaster> = action ? ['success', text, 10, action] : ['success', text, 10]
  if (plugged) plugged(...message)
  else waiting.push(message)
}

/** Shows a short message; 3 seconds unless told. */
export const toast = {
  error: say('error'),
  success: say('success'),
  warning: say('warning'),
  info: say('info'),
  offer,
} as const
