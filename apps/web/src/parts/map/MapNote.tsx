// The notes every map bears: its kind and source, its scale, and the reason it is drawn as it is.
import { scaleBar, type Camera } from './mercator.ts'

const barPx = 96

export function MapNote({ said, camera, why }: { said: string; camera: Camera; why: string }) {
  const { metres, px } = scaleBar(camera, barPx)
  return (
    <div className="map-note">
      {why !== '' && <output>{why}</output>}
      <p>
        <span className="map-scale" style={{ width: px }} aria-hidden />
        <span>{metres >= 1000 ? `${metres / 1000} 公里` : `${metres} 米`}</span>
        <span>
          {said} ·{' '}
          <a href="/about.html" target="_blank" rel="noreferrer">
            数据来源
          </a>
        </span>
      </p>
    </div>
  )
}
