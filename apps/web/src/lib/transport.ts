// Carries one signed request and its answer: fetch, and XMLHttpRequest only where upload progress is wanted.

export interface WireRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: URLSearchParams | FormData
  readonly signal: AbortSignal
  /** Share sent so far, 0 to 1. */
  readonly onProgress?: ((share: number) => void) | undefined
}

/**
 * Answers the response whatever its status; rejects with the signal's reason, or TypeError when the connection is lost.
 */
export async function exchangeOverWire(request: WireRequest): Promise<Response> {
  const { method, url, headers, body, signal, onProgress } = request
  if (onProgress && body instanceof FormData) return upload(request, onProgress)
  return fetch(url, { method, headers, signal, credentials: 'include', ...(body ? { body } : {}) })
}

function upload(
  { method, url, headers, body, signal }: WireRequest,
  onProgress: (share: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    xhr.open(method, url)
    xhr.responseType = 'blob'
    xhr.withCredentials = true
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value)
    xhr.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onProgress(loaded / total)
    }
    xhr.onerror = () => reject(new TypeError('connection lost'))
    xhr.onabort = () =>
      reject(signal.reason instanceof Error ? signal.reason : new DOMException('called off', 'AbortError'))
    xhr.onload = () =>
      resolve(
        new Response(xhr.response as Blob, { status: xhr.status, headers: readHeaders(xhr.getAllResponseHeaders()) }),
      )
    signal.addEventListener('abort', () => xhr.abort(), { once: true })
    xhr.send(body instanceof FormData ? body : null)
  })
}

function readHeaders(lines: string): Headers {
  const headers = new Headers()
  for (const line of lines.trim().split(/\r?\n/)) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  return headers
}
