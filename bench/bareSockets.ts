// The baseline of the push figures: a server of the library `ws` alone, that sends one text to all its connections when
// told.
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'

const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
server.on('listening', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
})
process.on('message', ({ id, text }: { id: number; text: string }) => {
  const at = Number(process.hrtime.bigint()) / 1e6
  for (const client of server.clients) client.send(text)
  process.send?.({ id, value: at })
})
process.on('disconnect', () => {
  process.exit()
})
