// The kinds of file people may send: told by their first bytes, shown by every browser, none that can run.

export const acceptedKinds = [
  { mime: 'image/jpeg', extension: 'jpg' },
  { mime: 'image/png', extension: 'png' },
  { mime: 'image/webp', extension: 'webp' },
  { mime: 'application/pdf', extension: 'pdf' },
] as const

/** Kinds of an invoice's own file besides: an electronic invoice as XML, or as OFD, which is a zip. Only kept for saving. */
export const invoiceFileKinds = [
  ...acceptedKinds,
  { mime: 'application/xml', extension: 'xml' },
  { mime: 'application/zip', extension: 'ofd' },
] as const

/** True for kinds a browser may show in the page; all others are only offered for saving. */
export const isShown = (mime: string): boolean => acceptedKinds.some(kind => kind.mime === mime)
