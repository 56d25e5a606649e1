// The server's clock as the browser knows it: this machine's clock plus a correction the server gave.

let offsetMs = 0

/** Now on the server's clock, in ms. */
export const serverNow = (): number => Date.now() + offsetMs

/** Takes over the server's time from an answer. */
export function correctClock(serverTimeMs: number): void {
  offsetMs = serverTimeMs - Date.now()
}
