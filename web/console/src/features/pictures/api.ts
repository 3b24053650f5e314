import { call } from '@console/api/call'
import type { Body } from '@console/contract/contract'
import { useRecords } from '@console/records/useRecords'

export const usePictures = () => useRecords('pictures/list')

export function uploadPicture(picture: Body<'pictures/upload'>) {
  return call('pictures/upload', picture, { isQuiet: true })
}
