import { join } from 'node:path'

import { newId } from '@typecase/contract/ids'

import type { Settings } from '../../settings/settings.ts'
import { temporaryFolder } from '../import-export/import-files.ts'

/**
 * Matches the files of uploads within one request, and of resumable uploads from before chunks were put into the store.
 */
export const TEMPORARY_UPLOAD = /^media-[0-9a-f]{24}\.(upload(\.out)?|parts)$/

export const newUploadPath = ({ DATA_DIR }: Pick<Settings, 'DATA_DIR'>): string =>
  join(temporaryFolder(DATA_DIR), `media-${newId()}.upload`)
