// Messages between the windows of this browser about their session.

/**
 * `started`: a person signed in. `ended`: the session of a person is over. `standing`: the session works for somebody
 * else from now on. `handle` names the person.
 */
export interface WindowMessage {
  readonly kind: 'started' | 'ended' | 'standing'
  readonly handle: string | undefined
}

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('yunshu-session')

/** Tells all other windows; this one does not hear it. */
export const tellWindows = (message: WindowMessage): void => channel?.postMessage(message)

/** Hears what other windows tell, from any release of the portal: the message may be anything. */
export function hearWindows(listener: (message: { kind?: unknown; handle?: unknown }) => void): void {
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) =>
    listener(typeof data === 'object' && data !== null ? data : {}),
  )
}
