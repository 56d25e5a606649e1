// The four legs of a waybill, each with its standing, the reasons in words and the page that helps.
import type { ShownChain } from '@yunshu/contract/chain/chain'
import { chainLegs, chainPlaces, legStates, type ChainLeg } from '@yunshu/domain/chain/chain'
import { StatusTag } from '../../ui/StatusTag.tsx'
import './chain.css'

const legs = Object.keys(chainLegs) as ChainLeg[]

export function ChainLegs({ chain }: { chain: ShownChain }) {
  return (
    <dl className="ys-chain">
      {legs.map(name => {
        const { state, reasons } = chain[name]
        return (
          <div key={name} className="ys-chain-leg">
            <dt>
              {chainLegs[name]} <StatusTag machine={legStates} state={state} />
            </dt>
            <dd>
              {reasons.length === 0 ? '单据齐全，金额与当事方一致' : undefined}
              {reasons.length > 0 && (
                <ul>
                  {reasons.map(({ key, text, place, url }) => (
                    <li key={key}>
                      {text}
                      {url !== undefined && (
                        <a className="ys-link" href={url}>
                          {chainPlaces[place].label}
                        </a>
                      )}
                    </li>
                  ))}
                </ul>
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
