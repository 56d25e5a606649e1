// Goods as a stranger sees them: route, price where it is shown, cargo, vehicle, dates, and the two ways on.
import type { PublicGoods, PublicPlace } from '@yunshu/contract/share'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { goodsKinds, pricings } from '@yunshu/domain/goods/goods'
import { needText } from '@yunshu/domain/goods/words'
import { groupThousands } from '@yunshu/domain/figures/decimal'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { printUnitPrice } from '@yunshu/domain/figures/unitPrice'
import { printVolume, volume } from '@yunshu/domain/figures/volume'
import { useState } from 'react'
import { readCookie } from '../../lib/cookies.ts'
import { tonsText } from '../../ui/Figures.tsx'
import { bareFigures, quantityText } from '../../ui/quantityText.ts'

const minuteText = (ms: number): string => formatDateTime(ms).slice(0, 16)

/** The rest, with the whole where some of it is taken. */
const leftText = ({ quantityMode, remainQty, totalQty }: PublicGoods): string =>
  remainQty === totalQty
    ? quantityText(quantityMode, totalQty)
    : `${quantityText(quantityMode, remainQty)}（共 ${quantityText(quantityMode, totalQty)}）`

type Cargo = PublicGoods['items'][number]
const cargoText = ({ name, packing, weightG, volume: size, pieces }: Cargo): string =>
  [
    packing === undefined ? name : `${name}（${packing}）`,
    weightG > 0 ? `${bareFigures(tonsText(weightG))} 吨` : '',
    size === undefined ? '' : `${printVolume(volume(size))} 方`,
    pieces === undefined ? '' : `${pieces} 件`,
  ]
    .filter(part => part !== '')
    .join('，')

/** The whole sheet; the bar at its foot stays in view. */
export function GoodsSheet({ goods }: { goods: PublicGoods }) {
  const { loadPoints, unloadPoints } = goods
  return (
    <article className="pg-sheet">
      <section className="pg-head">
        <h1>{goods.title}</h1>
        <span className="pg-kind">{goodsKinds[goods.kind]}</span>
        <p className="pg-price">
          {goods.unitPrice === undefined ? (
            <a href={screenUrl('GoodsDetails', { id: goods.goodsId })}>单价登录后查看</a>
          ) : (
            <>
              <strong>{printUnitPrice(goods.unitPrice)}</strong> {pricings[goods.pricing].label}
            </>
          )}
        </p>
      </section>
      <section aria-label="运输路线">
        <ol className="pg-route">
          {loadPoints.map((place, index) => (
            <Stop key={`load${index}`} place={place} mark="装" />
          ))}
          {unloadPoints.map((place, index) => (
            <Stop key={`unload${index}`} place={place} mark="卸" />
          ))}
        </ol>
        {goods.distanceKm !== undefined && (
          <p className="pg-weak">全程约 {groupThousands(String(goods.distanceKm))} 公里</p>
        )}
      </section>
      <section aria-label="货源信息">
        <dl className="pg-facts">
          <Fact label="剩余数量" text={leftText(goods)} />
          {goods.items.map((item, index) => (
            <Fact key={index} label={index === 0 ? '货物' : ''} text={cargoText(item)} />
          ))}
          <Fact label="用车要求" text={bareFigures(needText(goods.vehicleNeed))} />
          {goods.perTruckMax !== undefined && goods.quantityMode !== 'BY_TRUCK' && (
            <Fact label="单车上限" text={quantityText(goods.quantityMode, goods.perTruckMax)} />
          )}
          <Fact label="接单截止" text={minuteText(goods.validTo)} />
          {goods.expiresAt !== undefined && <Fact label="链接有效期" text={`至 ${minuteText(goods.expiresAt)}`} />}
          <Fact label="发布企业" text={goods.companyName} />
          <Fact label="货源号" text={goods.goodsNo} />
        </dl>
      </section>
      <p className="pg-note">详细地址、完整联系方式与结算条件登录后显示。谨防诈骗：平台不会要求在接单前付款。</p>
      <Ways goods={goods} />
    </article>
  )
}

function Stop({ place, mark }: { place: PublicPlace; mark: '装' | '卸' }) {
  const { regionName, name, windowStart, windowEnd } = place
  return (
    <li className={mark === '装' ? 'pg-load' : 'pg-unload'}>
      <span className="pg-mark" aria-hidden="true">
        {mark}
      </span>
      <div>
        <strong>{regionName.replaceAll(' / ', ' ')}</strong>
        <div>
          <span className="visually-hidden">{mark}货地点：</span>
          {name}
        </div>
        {(windowStart !== undefined || windowEnd !== undefined) && (
          <div className="pg-weak">
            {windowStart === undefined ? '' : minuteText(windowStart)} ～{' '}
            {windowEnd === undefined ? '' : minuteText(windowEnd)}
          </div>
        )}
      </div>
    </li>
  )
}

const Fact = ({ label, text }: { label: string; text: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{text}</dd>
  </div>
)

/** 联系 shows whom one will speak to; 接单 leads to the goods themselves, through the login where there is no session. */
function Ways({ goods }: { goods: PublicGoods }) {
  const [isShown, setShown] = useState(false)
  const isSignedIn = readCookie('token') !== undefined
  const inside = screenUrl('GoodsDetails', { id: goods.goodsId })
  return (
    <div className="pg-foot">
      {isShown && (
        <output className="pg-contact">
          <span>
            <strong>{goods.contactName}</strong> {goods.contactMobile}
          </span>
          <a href={inside}>{isSignedIn ? '查看完整号码' : '登录后查看完整号码'}</a>
        </output>
      )}
      <div className="pg-ways">
        <button type="button" className="plain-button" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          联系
        </button>
        <a className="plain-button primary" href={inside}>
          {goods.takeMode === 'GRAB' ? '接单' : '查看货源'}
        </a>
      </div>
      {!isSignedIn && (
        <p className="pg-weak">
          接单需登录承运商账号　<a href="/share/download">如何使用{'\u00a0'}›</a>
        </p>
      )}
    </div>
  )
}
