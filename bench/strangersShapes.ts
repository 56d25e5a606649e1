// Awkward requests of at most a megabyte: of people nobody knows and of one who is signed in, each in the sign it needs.
import { createHash } from 'node:crypto'
import { addVehicle, listVehicles } from '@yunshu/contract/fleet/vehicle'
import { checkImport } from '@yunshu/contract/importing'
import { setRead } from '@yunshu/contract/message/message'
import { loginByPost, saveDraft } from '@yunshu/contract/session/session'
import { uploadReceipt } from '@yunshu/contract/waybill/receipt'
import { signRequest } from '@yunshu/domain/signing'
import { secret } from './socketServers.ts'

/** A request by the awkward thing about it. */
export interface Shape {
  readonly name: string
  readonly send: () => Promise<unknown>
}

const most = 1_048_576
const room = most - 1000
const md5 = (text: string): string => createHash('md5').update(text).digest('hex')
const fill = (text: string, bytes = room): string => text.repeat(Math.floor(bytes / Buffer.byteLength(text)))
const many = (count: number, one: (n: number) => string, between: string): string =>
  Array.from({ length: count }, (_, n) => one(n)).join(between)

/** The headers and body of a request. */
interface Sent {
  readonly path: string
  readonly type?: string
  readonly body?: string | Buffer
  readonly token?: string
}

async function post(url: string, { path, type, body, token }: Sent): Promise<number> {
  const response = await fetch(url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      URLFlag: 'web',
      'Idempotency-Key': crypto.randomUUID(),
      ...(type === undefined ? {} : { 'Content-Type': type }),
      ...(token === undefined ? {} : { Authorization: token }),
    },
    ...(body === undefined ? {} : { body: new Uint8Array(Buffer.from(body)) }),
  }).catch(() => undefined)
  await response?.arrayBuffer().catch(() => undefined)
  return response?.status ?? 0
}

const form = 'application/x-www-form-urlencoded'
const multipart = 'multipart/form-data; boundary=b'

/** Bodies that are no form anybody would send. */
const rawBodies: Readonly<Record<string, () => string | Buffer>> = {
  '130,000 个参数名': () => many(130_000, n => `p${n}`, '&').slice(0, room),
  '200 个长参数': () => many(190, n => `p${n}=${'x'.repeat(5000)}`, '&'),
  一兆个与号: () => fill('&'),
  一兆个等号: () => fill('='),
  一兆个加号: () => `a=${fill('+')}`,
  一兆的转义: () => `a=${fill('%41')}`,
  一兆的汉字转义: () => `a=${fill('%E4%BD%A0')}`,
  坏的转义: () => `a=${fill('%')}`,
  半个字的转义: () => `a=${fill('%E4')}`,
  一个很长的参数名: () => fill('n'),
  像下标的参数名: () => many(190, n => String(n * 7919), '&'),
  不是文字的字节: () => Buffer.alloc(room, 0xff),
  空字符: () => Buffer.alloc(room, 0),
  半个代理对: () => `a=${fill('%ED%A0%80')}`,
}

/** Texts of a parameter that holds JSON. */
const jsonTexts: Readonly<Record<string, () => string>> = {
  五十万个数: () => `[${fill('1,')}1]`,
  很多空对象: () => `[${fill('{},')}{}]`,
  一万个空对象: () => `[${'{},'.repeat(4900)}{}]`,
  很深: () => fill('['),
  三十二层并列: () => `[${many(300, () => `${'['.repeat(31)}${']'.repeat(31)}`, ',')}]`,
  很多名字: () => `{${many(90_000, n => `"k${n}":1`, ',')}}`,
  一万个名字: () => `{${many(9900, n => `"k${n}":1`, ',')}}`,
  像下标的名字: () => `{${many(9900, n => `"${n * 7919}":1`, ',')}}`,
  重复的名字: () => `{${fill('"a":1,')}"a":1}`,
  转义写的名字: () => `{${many(9000, n => `"\\u0061${n}":1`, ',')}}`,
  一条很长的文字: () => `["${fill('x')}"]`,
  一兆的转义文字: () => `["${fill(String.raw`\u0041`)}"]`,
  一兆的反斜杠: () => `["${fill(String.raw`\\`)}"]`,
  一兆的引号: () => `["${fill(String.raw`\"`)}"]`,
  没有结尾的文字: () => `["${fill('x')}`,
  一兆位的数: () => `[${fill('9')}]`,
  很大的指数: () => `[1e${fill('9')}]`,
  一兆的空白: () => `[${fill(' ')}]`,
  九千个错的编号: () => `[${many(9000, () => '"x"', ',')}]`,
  九千个好的编号: () => `[${many(9000, () => `"${crypto.randomUUID()}"`, ',')}]`,
  两千个好的编号: () => `[${many(2000, () => `"${crypto.randomUUID()}"`, ',')}]`,
}

/** Texts of a parameter that holds words: each is tried on every field of a form. */
const words: Readonly<Record<string, () => string>> = {
  空白: () => fill(' ', 700_000),
  空白之间有字: () => `a${fill(' ', 700_000)}a`,
  数字: () => fill('1', 700_000),
  数字后有字: () => `${fill('1', 700_000)}!`,
  汉字: () => fill('运', 200_000),
  表情: () => fill('🚚', 200_000),
  换行: () => fill('\n', 300_000),
  日期: () => fill('2026-', 700_000),
  小数: () => `1.${fill('0', 700_000)}`,
}

const partOf = (name: string, text: string, more = ''): string =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${text}\r\n`

/** Bodies of uploads. */
const uploads: Readonly<Record<string, () => string | Buffer>> = {
  许多空的部分: () => `${many(12_000, n => partOf(`p${n}`, ''), '')}--b--`,
  四十个大字段: () => `${many(39, n => partOf(`p${n}`, 'x'.repeat(25_000)), '')}--b--`,
  很长的文件名: () => `${partOf('files', 'x', `; filename="${fill('n', 900_000)}"`)}--b--`,
  一兆的部分头: () => `--b\r\nX: ${fill('h')}\r\n\r\n`,
  许多部分头: () => `--b\r\n${fill('X: y\r\n')}\r\n`,
  差一点的边界: () => `${partOf('files', fill('\r\n--', 900_000), '; filename="a.png"')}--b--`,
  像压缩包的文件: () => `${partOf('files', fill('PK\u0003\u0004', 900_000), '; filename="a.zip"')}--b--`,
  全是零的文件: () =>
    Buffer.concat([
      Buffer.from(partOf('files', '', '; filename="a.png"').slice(0, -2)),
      Buffer.alloc(900_000),
      Buffer.from('\r\n--b--'),
    ]),
  JSON字段: () =>
    `--b\r\nContent-Disposition: form-data; name="a"\r\nContent-Type: application/json\r\n\r\n[${fill('1,', 60_000)}1]\r\n--b--`,
}

/** Signs what a person sends, as the portal does. */
function signed(texts: Readonly<Record<string, string>>, token: string): URLSearchParams {
  const all = { ...texts, timestamp: String(Date.now()), token }
  return new URLSearchParams({ ...all, sign: signRequest(all, secret, md5) })
}

/** One of everything small, so that what is loaded only when it is needed is there. */
export async function warmUp(url: string, token: string): Promise<void> {
  for (const shape of shapesOf(url, token, 400)) await shape.send()
}

/** All shapes; `cut` shortens their bodies. */
export function shapesOf(url: string, token: string, cut = most): Shape[] {
  const shape = (name: string, sent: () => Sent): Shape => ({ name, send: () => post(url, sent()) })
  const short = (body: string | Buffer): string | Buffer => body.slice(0, cut)
  const vehicle = Object.keys(addVehicle.input._zod.def.shape)
  return [
    ...Object.entries(rawBodies).flatMap(([name, body]) => [
      shape(`未登录，${name}`, () => ({ path: loginByPost.path, type: form, body: short(body()).slice(0, 65_000) })),
      shape(`已登录，${name}`, () => ({ path: setRead.path, type: form, body: short(body()), token })),
    ]),
    ...Object.entries(jsonTexts).map(([name, text]) =>
      shape(`JSON，${name}`, () => {
        const ids = String(short(text())).slice(0, 1_000_000)
        return { path: setRead.path, type: form, body: signed({ ids }, token).toString().slice(0, most), token }
      }),
    ),
    ...Object.entries(words).flatMap(([name, text]) => [
      shape(`文字，${name}`, () => ({
        path: saveDraft.path,
        type: form,
        body: signed({ form: 'goods/publish', body: String(short(text())) }, token)
          .toString()
          .slice(0, most),
        token,
      })),
      shape(`每个字段，${name}`, () => {
        const each = Object.fromEntries(
          vehicle.map(field => [field, String(short(text())).slice(0, Math.floor(900_000 / vehicle.length / 3))]),
        )
        return { path: addVehicle.path, type: form, body: signed(each, token).toString().slice(0, most), token }
      }),
      shape(`查询，${name}`, () => ({
        path: `${listVehicles.path}?${signed({ text: String(short(text())).slice(0, 6000) }, token)}`,
        token,
      })),
    ]),
    ...Object.entries(uploads).flatMap(([name, body]) =>
      [uploadReceipt, checkImport].map(({ path, title }) =>
        shape(`${title}，${name}`, () => ({ path, type: multipart, body: short(body()), token })),
      ),
    ),
  ]
}
