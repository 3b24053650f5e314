import { call } from '@console/api/call'
import { useAnswer } from '@console/api/useAnswer'
import type { Body } from '@console/contract/contract'
import { useRecords } from '@console/records/useRecords'

export const useBanners = () => useRecords('banners/list', { size: 50 })

/** What readers of each language see of a banner. */
export const useBannerPreview = (id: string) => useAnswer('banners/preview', { id })

export const useLacking = () => useRecords('news/lacking')

export function addBanner(banner: Body<'banners/add'>) {
  return call('banners/add', banner, { isQuiet: true })
}

export function changeBanner(banner: Body<'banners/change'>) {
  return call('banners/change', banner, { isQuiet: true })
}

export function orderBanners(ids: string[]) {
  return call('banners/order', { ids }, { isQuiet: true })
}
