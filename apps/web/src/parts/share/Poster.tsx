// The poster of shared goods (海报): one drawing, shown in the dialog and saved as a picture.
import type { PublicGoods, Share } from '@yunshu/contract/share'
import { pricings } from '@yunshu/domain/goods/goods'
import { needText } from '@yunshu/domain/goods/words'
import { printQuantity } from '@yunshu/domain/goods/quantity'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { printUnitPrice } from '@yunshu/domain/figures/unitPrice'
import type { Ref } from 'react'
import { loadedConfig } from '../../lib/config.ts'
import { fontFamily, looks } from '../../styles/tokens.ts'
import { qrModules, quietModules } from '../../ui/qrModules.ts'
import { wrapText } from './posterText.ts'

/** Size of the drawing; the picture is twice as large. */
export const posterSize = { width: 750, height: 1150 } as const

/** A picture that is sent has one look, whatever the page around it wears. */
const { paper, print, deep, onDeep, onDeep2, ink, ink2: weak, brand, onBrand, red, amber, edge, ground } = looks.light
const qrSide = 250

interface Props {
  goods: PublicGoods
  share: Share
  /** The address in the code. */
  address: string
  ref?: Ref<SVGSVGElement>
}

const minuteText = (ms: number): string => formatDateTime(ms).slice(0, 16)

/** Draws what a stranger who opens the link sees, in short. */
export function Poster({ goods, share, address, ref }: Props) {
  const { product } = loadedConfig()
  const title = wrapText(goods.title, 16, 2)
  const load = goods.loadPoints[0],
    unload = goods.unloadPoints.at(-1)
  const top = 150 + title.length * 56
  const facts: readonly (readonly [string, string])[] = [
    ['货物', goods.items.map(({ name }) => name).join('、')],
    ['数量', `剩余 ${printQuantity(goods.quantityMode, goods.remainQty)}`],
    ['用车', needText(goods.vehicleNeed)],
    ['接单截止', minuteText(goods.validTo)],
    ['发布企业', goods.companyName],
  ]
  return (
    <svg
      ref={ref}
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 0 ${posterSize.width} ${posterSize.height}`}
      width={posterSize.width}
      height={posterSize.height}
      fontFamily={fontFamily}
      style={{ width: 'auto', height: 'auto', maxWidth: '100%', maxHeight: '66vh', display: 'block' }}
    >
      <title>{`海报：${goods.title}`}</title>
      <rect width={posterSize.width} height={posterSize.height} fill={paper} />
      <rect width={posterSize.width} height="96" fill={deep} />
      <text x="40" y="62" fontSize="38" fontWeight="600" fill={onDeep} letterSpacing="2">
        {product}
      </text>
      <text x={posterSize.width - 40} y="60" fontSize="28" fill={onDeep2} textAnchor="end">
        货源信息
      </text>
      {title.map((line, index) => (
        <text key={line} x="40" y={168 + index * 56} fontSize="44" fontWeight="600" fill={ink}>
          {line}
        </text>
      ))}
      {share.unitPrice !== undefined && (
        <text x="40" y={top + 40} fill={red}>
          <tspan fontSize="54" fontWeight="600">
            {printUnitPrice(share.unitPrice)}
          </tspan>
          <tspan fontSize="28"> {pricings[goods.pricing].label}</tspan>
        </text>
      )}
      {share.unitPrice === undefined && (
        <text x="40" y={top + 34} fontSize="28" fill={weak}>
          单价登录后查看
        </text>
      )}
      <line x1="62" y1={top + 130} x2="62" y2={top + 186} stroke={edge} strokeWidth="3" strokeDasharray="6 6" />
      <Place y={top + 106} mark="装" colour={brand} region={load?.regionName} name={load?.name} />
      <Place y={top + 216} mark="卸" colour={amber} region={unload?.regionName} name={unload?.name} />
      {factLines(facts).map(({ label, line }, index) => (
        <text key={index} x="40" y={top + 326 + index * 44} fontSize="27">
          <tspan fill={weak}>{label}</tspan>
          <tspan x="180" fill={ink}>
            {line}
          </tspan>
        </text>
      ))}
      <PosterFoot goods={goods} share={share} address={address} />
    </svg>
  )
}

/** The code that leads to the goods, and until when it does. */
function PosterFoot({ goods, share, address }: Pick<Props, 'goods' | 'share' | 'address'>) {
  const code = qrModules(address)
  const side = code.size + 2 * quietModules
  return (
    <>
      <rect y={posterSize.height - 300} width={posterSize.width} height="300" fill={ground} />
      <g transform={`translate(40 ${posterSize.height - 275}) scale(${qrSide / side})`} shapeRendering="crispEdges">
        <rect width={side} height={side} fill={paper} />
        <path transform={`translate(${quietModules} ${quietModules})`} d={code.path} fill={print} />
      </g>
      <text x="330" y={posterSize.height - 200} fontSize="34" fontWeight="600" fill={ink}>
        扫码查看货源
      </text>
      <text x="330" y={posterSize.height - 150} fontSize="27" fill={weak}>
        登录承运商账号即可接单
      </text>
      <text x="330" y={posterSize.height - 105} fontSize="27" fill={weak}>
        有效期至 {minuteText(share.expiresAt)}
      </text>
      <text x="330" y={posterSize.height - 60} fontSize="24" fill={weak}>
        货源号 {goods.goodsNo}
      </text>
    </>
  )
}

const factWidth = 19

/** Each fact in one line, those of vehicles and cargo in two where they need them. */
const factLines = (facts: readonly (readonly [string, string])[]): { label: string; line: string }[] =>
  facts.flatMap(([label, text]) =>
    wrapText(text, factWidth, label === '用车' || label === '货物' ? 2 : 1).map((line, index) => ({
      label: index === 0 ? label : '',
      line,
    })),
  )

function Place({
  y,
  mark,
  colour,
  region = '',
  name = '',
}: {
  y: number
  mark: string
  colour: string
  region: string | undefined
  name: string | undefined
}) {
  return (
    <>
      <circle cx="62" cy={y} r="24" fill={colour} />
      <text x="62" y={y + 9} fontSize="26" fontWeight="600" fill={onBrand} textAnchor="middle">
        {mark}
      </text>
      <text x="108" y={y - 4} fontSize="32" fontWeight="600" fill={ink}>
        {wrapText(region.replaceAll(' / ', ' '), 18, 1)[0]}
      </text>
      <text x="108" y={y + 36} fontSize="27" fill={weak}>
        {wrapText(name, 22, 1)[0]}
      </text>
    </>
  )
}
