// The answer to a request no route will ever see, for it cannot be read: in the envelope every answer wears, and in Chinese.
import type { Socket } from 'node:net'
import { problems, problemText } from '@yunshu/domain/problems/problems'

/** The status, the code and the words of a request's fault; a first line over its bound is as long as the numbers that were pasted. */
function faultOf(code: string | undefined): readonly [http: string, code: number, message: string] {
  if (code === 'HPE_HEADER_OVERFLOW')
    return ['413 Content Too Large', problems['request.long'].code, problemText('request.long')]
  const isSlow = code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const message = problemText('request.bad', { reason: isSlow ? '请求超时' : '请求格式不正确' })
  return [isSlow ? '408 Request Timeout' : '400 Bad Request', problems['request.bad'].code, message]
}

/** Answers a request that cannot be read, and closes its connection. */
export function answerBrokenRequest(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [http, code, message] = faultOf(error.code)
  const body = JSON.stringify({ code, message, data: null })
  const head = [
    `HTTP/1.1 ${http}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Content-Type: application/json; charset=utf-8',
    'Cache-Control: no-store',
    'Connection: close',
  ]
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroySoon()
}
