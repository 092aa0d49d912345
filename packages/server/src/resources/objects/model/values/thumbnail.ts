import { nameOf, useIn } from '@typecase/contract/field-values/media-name'
import { writeFileUse } from '@typecase/contract/picture-use'

import { invalid } from '../../../../http/failure.ts'

/**
 * Returns the stored form of a thumbnail: the name of a media file and its crop. @throws Failure `invalid` naming the
 * field
 */
export function thumbnailOf(raw: string, path: string): string | null {
  const name = nameOf(raw)
  if (name === '') return null
  try {
    return writeFileUse({ name, use: useIn([raw]) })
  } catch (reason) {
    if (!(reason instanceof RangeError)) throw reason
    throw invalid(path, `${path} must have ${reason.message}`, 'rect')
  }
}
