// Settings: what is taken, one line for each fault, and where a demo may stand.
import { expect, test } from 'vitest'
import { readConfig, settleDemo } from './config.ts'

const read = (env: Record<string, string>) =>
  readConfig({ DATABASE_URL: 'postgresql://localhost/x', DEMO: '1', ...env })

test('processes wake each other through the database unless told otherwise', () => {
  expect(read({})).toMatchObject({ pushBus: 'postgres', natsUrl: '' })
  expect(read({ PUSH_BUS: 'local' }).pushBus).toBe('local')
  expect(read({ PUSH_BUS: 'nats', NATS_URL: 'nats://u:p%40@a:4222,tls://b:4222' })).toMatchObject({
    pushBus: 'nats',
    natsUrl: 'nats://u:p%40@a:4222,tls://b:4222',
  })
})

test('a wrong bus or broker address stops the start with one line that does not repeat it', () => {
  const faults: [Record<string, string>, string][] = [
    [{ PUSH_BUS: 'redis' }, '设置 PUSH_BUS 应为 local、postgres 或 nats'],
    [{ PUSH_BUS: 'nats' }, '设置 NATS_URL 必须给出：PUSH_BUS 为 nats'],
    ...['http://a', 'a:4222', 'nats://', 'nats://a:99999', 'nats://a,', 'nats://a b'].map(
      (url): [Record<string, string>, string] => [
        { PUSH_BUS: 'nats', NATS_URL: url },
        '设置 NATS_URL 应为 nats:// 或 tls:// 地址，多个用逗号分开',
      ],
    ),
  ]
  for (const [env, line] of faults) expect(() => read(env), JSON.stringify(env)).toThrow(new Error(line))
})

test('a demo stood open to other machines with its published passwords: off loopback a second setting must say so', () => {
  const secret = { SIGN_SECRET: 'a-secret-of-this-installation' }
  const fault = (host: string) => new RegExp(`^设置 HOST=${host} .*DEMO=0.*DEMO_PUBLIC=1$`)
  for (const HOST of ['0.0.0.0', '::', '192.168.1.5', 'freight.example.com', '127.evil.example']) {
    expect(() => read({ HOST }), HOST).toThrow(fault(HOST))
    expect(read({ HOST, DEMO_PUBLIC: '1' })).toMatchObject({ host: HOST, demo: true })
    expect(read({ HOST, DEMO: '0', ...secret })).toMatchObject({ host: HOST, demo: false })
    // an embedded database says later whether it is a demo's
    const auto = read({ HOST, DEMO: '', EMBEDDED: '1', ...secret })
    expect(auto.demo).toBe('auto')
    expect(() => settleDemo(auto, true), HOST).toThrow(fault(HOST))
    expect(settleDemo(auto, false)).toMatchObject({ host: HOST, demo: false })
    expect(settleDemo({ ...auto, isDemoPublic: true }, true).demo).toBe(true)
  }
  for (const HOST of ['127.0.0.1', '127.0.0.53', '::1', 'localhost']) expect(read({ HOST }).demo, HOST).toBe(true)
})

test('[CL-01] [GD-07] provider host, map provider and its key are taken as given, and are none unless given', () => {
  expect(read({})).toMatchObject({ providerHost: '', map: { provider: 'offline', key: '' } })
  expect(
    read({ PROVIDER_HOST: 'https://api.example.com:8443', MAP_PROVIDER: 'tianditu', MAP_KEY: 'a1-B_2' }),
  ).toMatchObject({ providerHost: 'https://api.example.com:8443', map: { provider: 'tianditu', key: 'a1-B_2' } })
  const host = '设置 PROVIDER_HOST 应为 http:// 或 https:// 开头的地址，末尾不带斜杠和路径'
  const faults: [Record<string, string>, string][] = [
    ...['api.example.com', 'https://a/', 'https://a/api', 'ws://a', 'https://u:p@a', 'https://a b'].map(
      (url): [Record<string, string>, string] => [{ PROVIDER_HOST: url }, host],
    ),
    [{ MAP_PROVIDER: 'google', MAP_KEY: 'k' }, '设置 MAP_PROVIDER 应为 offline、tianditu、amap、tencent、baidu 之一'],
    [{ MAP_PROVIDER: 'baidu' }, '设置 MAP_KEY 必须给出：MAP_PROVIDER 为 baidu'],
    [{ MAP_PROVIDER: 'baidu', MAP_KEY: 'a; b' }, '设置 MAP_KEY 应为地图服务的密钥：字母、数字、- 和 _'],
  ]
  for (const [env, line] of faults) expect(() => read(env), JSON.stringify(env)).toThrow(new Error(line))
})

test('where weaknesses are reported is a setting of URIs, and nowhere unless given', () => {
  expect(read({}).securityContacts).toEqual([])
  expect(read({ SECURITY_CONTACT: 'mailto:sec@example.com,tel:+86-571-1234' }).securityContacts).toEqual([
    'mailto:sec@example.com',
    'tel:+86-571-1234',
  ])
  for (const SECURITY_CONTACT of [
    'sec@example.com',
    'http://example.com',
    'mailto:',
    'mailto:a@b,',
    'https://a\nExpires: 1',
  ])
    expect(() => read({ SECURITY_CONTACT }), SECURITY_CONTACT).toThrow(
      new Error('设置 SECURITY_CONTACT 应为 mailto:、https:// 或 tel: 开头的地址，多个用逗号分开'),
    )
})
