// Turns the drawing of a poster into a picture to keep and send.
import { posterSize } from './Poster.tsx'

/** Pixels of the picture per unit of the drawing: sharp on phones and on paper. */
const scale = 2

/** The drawing as PNG. @throws Error when the browser cannot draw it */
export async function posterPicture(drawing: SVGSVGElement): Promise<Blob> {
  const source = new XMLSerializer().serializeToString(drawing)
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = posterSize.width * scale
  canvas.height = posterSize.height * scale
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('no canvas')
  pen.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => {
    canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png')
  })
}
