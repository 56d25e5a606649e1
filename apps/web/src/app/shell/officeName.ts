// The office named in the header.
import { product } from '@yunshu/domain/account/account'
import { isPlatform } from '../../lib/side.ts'
import type { UserInfo } from '../../lib/session.ts'

/** Company name, or the product's; the platform's own accounts read 后台管理 behind it (SH-01). */
export function officeName(info: Pick<UserInfo, 'type' | 'companyName'> | undefined, productName: string): string {
  if (isPlatform(info)) return `${productName}${product.backOfficeSuffix}`
  return info?.companyName || productName
}
