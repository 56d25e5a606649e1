// Runs the figures: all, or those named on the command line; ends with 1 when a goal is missed.
import { report, type Bench, type Figure } from './figure.ts'

const table: Readonly<Record<string, () => Promise<Bench>>> = {
  read: async () => (await import('./read.ts')).readBench,
  list: async () => (await import('./list.ts')).listBench,
  export: async () => (await import('./export.ts')).exportBench,
  scroll: async () => (await import('./scroll.ts')).scrollBench,
  start: async () => (await import('./start.ts')).startBench,
  bundle: async () => (await import('./bundle.ts')).bundleBench,
  desk: async () => (await import('./desk.ts')).deskBench,
  pages: async () => (await import('./pages.ts')).pagesBench,
  sockets: async () => (await import('./sockets.ts')).socketsBench,
  strangers: async () => (await import('./strangers.ts')).strangersBench,
  logins: async () => (await import('./logins.ts')).loginsBench,
  freeze: async () => (await import('./freeze.ts')).freezeBench,
  kills: async () => (await import('./kills.ts')).killsBench,
  waybillModel: async () => (await import('./waybillModel.ts')).waybillModelBench,
  money: async () => (await import('./money.ts')).moneyBench,
  moneyModel: async () => (await import('./moneyModel.ts')).moneyModelBench,
  moneyKills: async () => (await import('./moneyKills.ts')).moneyKillsBench,
  packs: async () => (await import('./packs.ts')).packsBench,
  books: async () => (await import('./books.ts')).booksBench,
  ledgerKit: async () => (await import('./ledgerKit.ts')).ledgerKitBench,
  track: async () => (await import('./track.ts')).trackBench,
  trackOrders: async () => (await import('./trackOrders.ts')).trackOrdersBench,
  trackEpisodes: async () => (await import('./trackEpisodes.ts')).trackEpisodesBench,
  trackFlood: async () => (await import('./trackFlood.ts')).trackFloodBench,
  trackKills: async () => (await import('./trackKills.ts')).trackKillsBench,
  trackDiskFull: async () => (await import('./trackDiskFull.ts')).trackDiskFullBench,
  trackMap: async () => (await import('./trackMap.ts')).trackMapBench,
  trackPortal: async () => (await import('./trackPortal.ts')).trackPortalBench,
  trackFlush: async () => (await import('./trackFlush.ts')).trackFlushBench,
  trackPaces: async () => (await import('./trackPaces.ts')).trackPacesBench,
  trackIdle: async () => (await import('./trackIdle.ts')).trackIdleBench,
  trackReconnects: async () => (await import('./trackReconnects.ts')).trackReconnectsBench,
  dataGone: async () => (await import('./dataGone.ts')).dataGoneBench,
  build: async () => (await import('./build.ts')).buildBench,
}
const wanted = process.argv.slice(2)
const unknown = wanted.filter(name => !(name in table))
if (unknown.length) {
  console.error(`没有这项测量：${unknown.join('、')}；可选：${Object.keys(table).join('、')}`)
  process.exit(2)
}
const figures: Figure[] = []
for (const [name, load] of Object.entries(table))
  if (wanted.length === 0 || wanted.includes(name)) {
    console.log(`— ${name}`)
    figures.push(...(await (await load()).run()))
  }
process.exitCode = report(figures) ? 0 : 1
