// What is carried: the items of a waybill and what the scales said.
import type { WaybillDetail } from '@yunshu/contract/waybill'
import { cargoClasses } from '@yunshu/domain/codes'
import { printVolume, volume } from '@yunshu/domain/volume'
import { Facts, Section } from '../../ui/Facts.tsx'
import { orNothing, Weight } from '../../ui/Figures.tsx'

/** Items as a table, weights beneath it. */
export function CargoSection({ waybill }: { waybill: WaybillDetail }) {
  const { items, planWeightG, loadWeightG, unloadWeightG, lossG } = waybill
  return (
    <Section title="货物信息">
      <div className="wb-scroll" role="region" aria-label="货物明细" tabIndex={0}>
        <table className="wb-table">
          <thead><tr><th>货物</th><th>分类</th><th>包装</th><th className="wb-right">重量(吨)</th><th className="wb-right">体积(方)</th><th className="wb-right">件数</th></tr></thead>
          <tbody>
            {items.map((item, index) => (
              <tr key={index}>
                <td>{item.name}</td>
                <td>{orNothing(cargoClasses.find(({ code }) => code === item.cargoCode)?.label)}</td>
                <td>{orNothing(item.packing)}</td>
                <td className="wb-right"><Weight value={item.weightG} /></td>
                <td className="wb-right ys-figure">{item.volume === undefined ? '--' : printVolume(volume(item.volume))}</td>
                <td className="wb-right ys-figure">{item.pieces ?? '--'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Facts items={[
        ['计划重量(吨)', <Weight key="plan" value={planWeightG} />],
        ['装货重量(吨)', <Weight key="load" value={loadWeightG} />],
        ['卸货重量(吨)', <Weight key="unload" value={unloadWeightG} />],
        ['亏损(吨)', <span key="loss" className={lossG !== undefined && lossG > 0 ? 'wb-loss' : undefined}><Weight value={lossG} /></span>],
      ]} />
    </Section>
  )
}
