// Shifts WGS-84 coordinates to GCJ-02, the datum in which maps of the mainland are drawn and fences are kept.

const axis = 6378245
const eccentricity = 0.006693421622965943

const waves = (value: number): number =>
  (20 * Math.sin(6 * value * Math.PI) + 20 * Math.sin(2 * value * Math.PI)) * (2 / 3)

function northward(x: number, y: number): number {
  const long = 160 * Math.sin((y / 12) * Math.PI) + 320 * Math.sin((y * Math.PI) / 30)
  const short = 20 * Math.sin(y * Math.PI) + 40 * Math.sin((y / 3) * Math.PI)
  return (
    -100 +
    2 * x +
    3 * y +
    0.2 * y * y +
    0.1 * x * y +
    0.2 * Math.sqrt(Math.abs(x)) +
    waves(x) +
    ((short + long) * 2) / 3
  )
}

function eastward(x: number, y: number): number {
  const long = 150 * Math.sin((x / 12) * Math.PI) + 300 * Math.sin((x / 30) * Math.PI)
  const short = 20 * Math.sin(x * Math.PI) + 40 * Math.sin((x / 3) * Math.PI)
  return (
    300 + x + 2 * y + 0.1 * x * x + 0.1 * x * y + 0.1 * Math.sqrt(Math.abs(x)) + waves(x) + ((short + long) * 2) / 3
  )
}

/**
 * A place in GCJ-02. One formula for every place of the outlines, Taiwan, Hong Kong and the sea included: lines that two
 * areas share stay one line.
 */
export function toGcj02([lon, lat]: readonly [number, number]): [number, number] {
  const [x, y] = [lon - 105, lat - 35]
  const radians = (lat / 180) * Math.PI
  const magic = 1 - eccentricity * Math.sin(radians) ** 2
  const root = Math.sqrt(magic)
  const north = (northward(x, y) * 180) / (((axis * (1 - eccentricity)) / (magic * root)) * Math.PI)
  const east = (eastward(x, y) * 180) / ((axis / root) * Math.cos(radians) * Math.PI)
  return [lon + east, lat + north]
}
