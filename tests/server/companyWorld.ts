// Test support: a server where companies register, fill in their papers and hand them in through the product's calls.
import type { Input } from '@yunshu/contract/call'
import {
  getCompany,
  registerCompany,
  submitCompany,
  updateCompany,
  uploadCompanyFiles,
} from '@yunshu/contract/company/company'
import { loginByPost } from '@yunshu/contract/session/session'
import { demoUscc } from '../../apps/server/demo/invented.ts'
import { demoCompanyId } from '../../apps/server/demo/people.ts'
import { q } from '../../apps/server/src/db/tx.ts'
import { attemptKey } from '../../apps/server/src/features/company/register.commands.ts'
import { inAYear, photo } from './fleetWorld.ts'
import { startTestServer, type Client, type TestServer } from './testServer.ts'

type Registration = Input<typeof registerCompany>

/** A company that has registered. */
export interface Registered {
  /** The form it registered with. */
  readonly said: Registration
  /** Its main account. */
  readonly client: Client
  readonly id: string
}

export interface CompanyWorld {
  readonly server: TestServer
  readonly admin: Client
  /** A registration nobody has sent yet. */
  fresh(side?: Registration['side']): Registration
  registered(side?: Registration['side']): Promise<Registered>
  /** A company whose papers wait for verification. */
  submitted(side?: Registration['side']): Promise<Registered & { readonly version: number }>
  /** Forgets the attempts to register, which are limited per network. */
  forgetAttempts(): Promise<void>
  stop(): Promise<void>
}

/** The password of all main accounts made here. */
export const password = 'Qingtian#58'
/** Terms a company may be approved with. */
export const terms = { branchId: demoCompanyId('branch1'), serviceFeePpm: 50_000, wlhyType: 1 }

/** The version of a client's own company. */
export const versionOf = async (client: Client): Promise<number> => (await client.send(getCompany, {})).version

/** Fills in all papers of a client's own company. */
export async function fillPapers(client: Client): Promise<void> {
  await client.send(updateCompany, {
    version: await versionOf(client),
    legalPerson: '周远',
    legalIdNo: '11010519491231002X',
    permitNo: '420112001234',
    permitExpiry: inAYear,
  })
  for (const category of ['licence', 'permit'] as const)
    await client.send(uploadCompanyFiles, { category }, { files: [photo] })
}

/** Starts the server with the administrator of the house signed in. */
export async function startCompanyWorld(): Promise<CompanyWorld> {
  const server = await startTestServer()
  let n = 0
  const fresh: CompanyWorld['fresh'] = (side = 'carrier') => {
    n += 1
    return {
      companyName: `晴川${n}号运输有限公司`,
      creditCode: demoUscc('420112', 30 + n),
      side,
      regionCode: '420112',
      address: '径河路1号',
      contactName: '李静',
      mobile: '19900001111',
      account: `qingchuan${n}`,
      adminName: '周远',
      password,
    }
  }
  const registered: CompanyWorld['registered'] = async side => {
    const said = fresh(side)
    await server.anonymous().send(registerCompany, said)
    const client = await server.login(said.account, password)
    const { companyId = '' } = await server.anonymous().send(loginByPost, { account: said.account, password })
    return { said, client, id: companyId }
  }
  return {
    server,
    admin: await server.login('admin'),
    fresh,
    registered,
    submitted: async side => {
      const one = await registered(side)
      await fillPapers(one.client)
      const { version } = await one.client.send(submitCompany, { version: await versionOf(one.client) })
      return { ...one, version }
    },
    forgetAttempts: async () => {
      await server.db(tx => tx.run(q.deleteFrom('login_failures').where('account', '=', attemptKey)))
    },
    stop: () => server.stop(),
  }
}
