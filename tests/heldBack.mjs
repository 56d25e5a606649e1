// A preload that makes time uneven, so that tests that hang on time instead of events are found:
//   NODE_OPTIONS="--import=$PWD/tests/heldBack.mjs" npm test
// The product holds back each answer of its HTTP server, and each push, by up to 0.4 s, every twentieth by up to 2 s.
// A process of tests holds back every twentieth write to a socket by up to 25 ms. The seed is printed once;
// HELD_BACK_SEED=<seed> before the command gives each answer of a product, by its address and turn, the same wait again.
import { subscribe } from 'node:diagnostics_channel'

if (process.env.HELD_BACK_SEED === undefined) process.env.HELD_BACK_SEED = String(Math.trunc(Math.random() * 1e6))
const seed = process.env.HELD_BACK_SEED
// the processes of a run inherit it
if (process.env.HELD_BACK_SAID === undefined) {
  process.env.HELD_BACK_SAID = '1'
  process.stderr.write(`held back: HELD_BACK_SEED=${seed}\n`)
}

/** A number from 0 to 1 that depends on the seed and the text alone. */
function draw(text) {
  let hash = 0x811c9dc5
  for (const letter of `${seed} ${text}`) hash = Math.imul(hash ^ letter.codePointAt(0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

const turns = new Map()
/** The name with the number of times it was given so far. */
function turnOf(name) {
  const turn = (turns.get(name) ?? 0) + 1
  turns.set(name, turn)
  return `${name} ${turn}`
}

/** Milliseconds that an answer or push of the product waits. */
function answerWait(name) {
  const turn = turnOf(name)
  return draw(`how long ${turn}`) * (draw(`how ${turn}`) < 0.05 ? 2000 : 400)
}

/** Milliseconds that a write of a test process waits. */
function writeWait() {
  const turn = turnOf('write')
  return draw(`how ${turn}`) < 0.05 ? draw(`how long ${turn}`) * 25 : 0
}

/** Lets the writes of a socket wait as long as `waitOf` says of their first bytes; their order stays. */
function holdBack(socket, waitOf) {
  // a stream writes the next chunk when the one before is done
  const { _write: write, _writev: writev } = socket
  const later = (first, run) => {
    const ms = waitOf(first)
    if (ms === 0) run()
    else
      setTimeout(() => {
        run()
      }, ms)
  }
  socket._write = (chunk, encoding, done) => {
    later(chunk, () => write.call(socket, chunk, encoding, done))
  }
  socket._writev = (chunks, done) => {
    later(chunks[0].chunk, () => writev.call(socket, chunks, done))
  }
}

function holdAnswers() {
  const addresses = new WeakMap()
  subscribe('http.server.request.start', ({ request, socket }) => {
    addresses.set(socket, `${request.method} ${request.url.split('?')[0]}`)
  })
  subscribe('net.server.socket', ({ socket }) => {
    let isPush = false
    holdBack(socket, first => {
      const address = addresses.get(socket)
      addresses.delete(socket)
      if (address !== undefined) return answerWait(address)
      if (isPush) return answerWait('push')
      isPush = String(first.slice(0, 12)) === 'HTTP/1.1 101'
      return 0
    })
  })
}

function holdWrites() {
  for (const side of ['net.client.socket', 'net.server.socket'])
    subscribe(side, ({ socket }) => {
      holdBack(socket, writeWait)
    })
}

const program = (process.argv[1] ?? '').replaceAll('\\', '/')
if (program.endsWith('/apps/server/src/main.ts')) holdAnswers()
else if (program.includes('/vitest/dist/workers/')) holdWrites()
