// The control of the flood: a server that reads the whole body before it asks anything, with the limits Node begins with.
import { createServer } from 'node:http'

const server = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    response.writeHead(401).end(String(Buffer.concat(parts).length))
  })
  request.on('error', () => {})
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}` })
})
