// /share/download: how to use the platform on a phone. There is no app to install: it is a web page kept on the home
// screen.
import { receiptLinkMark } from '@yunshu/domain/waybill/receiptLink'
import { useSyncExternalStore } from 'react'
import { loadedConfig } from '../../lib/config.ts'
import { copyText } from '../../lib/copy.ts'
import { QrCode } from '../../ui/QrCode.tsx'
import { LinkedReceipt } from './LinkedReceipt.tsx'
import { PublicFrame } from '../../parts/public/PublicFrame.tsx'

/** Oldest browsers that have all the portal uses: `URL.parse` is the youngest of it, in engines of mid-2024. */
const browsers = [
  ['Chrome、Edge', '126 及以上'],
  ['Safari（iPhone、Mac）', '18 及以上'],
  ['Firefox', '126 及以上'],
  ['手机自带浏览器', '2024 年 7 月后的版本'],
  ['微信内置浏览器', '可看货源；办理业务请在浏览器打开'],
] as const

const ways = [
  { system: 'iPhone（Safari）', steps: ['用 Safari 打开本站', '点底部中间的“分享”', '选“添加到主屏幕”，再点“添加”'] },
  { system: '安卓（Chrome 等）', steps: ['用浏览器打开本站', '点右上角菜单', '选“添加到主屏幕”或“安装应用”'] },
  { system: '从微信打开', steps: ['点右上角“···”', '选“在浏览器打开”', '再按上面的步骤添加'] },
] as const

/** A code scanned while the page is open changes its fragment alone. */
const followHash = (changed: () => void): (() => void) => {
  addEventListener('hashchange', changed)
  return () => removeEventListener('hashchange', changed)
}
const codeOfHash = (): string =>
  location.hash.startsWith(receiptLinkMark) ? location.hash.slice(receiptLinkMark.length) : ''

/** Public screen shareDownload; with the code of a link in its address it hands that receipt in. */
export default function ShareDownloadPage() {
  const code = useSyncExternalStore(followHash, codeOfHash)
  return code === '' ? <PhoneUse /> : <LinkedReceipt code={code} />
}

function PhoneUse() {
  const { product, version, releaseVersion } = loadedConfig()
  const address = location.origin
  return (
    <PublicFrame what="手机使用" title="手机使用">
      <article className="pg-sheet">
        <section className="pg-head">
          <h1>在手机上使用{product}</h1>
          <p className="pg-weak">
            无需下载安装包：{product}
            是网页版，手机浏览器打开即用，可添加到主屏幕像应用一样打开。目前没有上架应用商店，请勿安装来历不明的“
            {product}”安装包。
          </p>
        </section>
        <section className="pg-scan" aria-label="扫码打开">
          <span className="pg-scan-code">
            <QrCode text={address} label="本站二维码" size={184} />
          </span>
          <div>
            <p>
              <span className="pg-scan-word">用手机相机或浏览器扫码打开，或</span>访问：
            </p>
            <p className="pg-address">{address}</p>
            <div className="pg-ways">
              <button type="button" className="plain-button" onClick={() => void copyText(address)}>
                复制地址
              </button>
              <a className="plain-button primary" href="/index">
                打开{product}
              </a>
            </div>
          </div>
        </section>
        <section aria-label="添加到主屏幕">
          <h2>添加到主屏幕</h2>
          <div className="pg-columns">
            {ways.map(({ system, steps }) => (
              <div key={system}>
                <h3>{system}</h3>
                <ol>
                  {steps.map(step => (
                    <li key={step}>{step}</li>
                  ))}
                </ol>
              </div>
            ))}
          </div>
        </section>
        <section aria-label="浏览器要求">
          <h2>浏览器要求</h2>
          <dl className="pg-facts">
            {browsers.map(([name, least]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{least}</dd>
              </div>
            ))}
          </dl>
          <p className="pg-weak">
            打不开或显示异常时，请先升级浏览器。当前版本 {version}
            {releaseVersion && `，发行版 ${releaseVersion}`}。
          </p>
        </section>
      </article>
    </PublicFrame>
  )
}
