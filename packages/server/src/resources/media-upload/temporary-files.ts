import { join } from 'node:path'

import { newId } from '@typecase/contract/ids'

import type { Settings } from '../../settings/settings.ts'
import { temporaryFolder } from '../import-export/import-files.ts'

type Place = Pick<Settings, 'DATA_DIR'>

/** Files of uploads that one request receives. */
export const ONE_REQUEST = /^media-[0-9a-f]{24}\.upload(\.out)?$/
/** Files of uploads that come in parts, by their id. */
export const IN_PARTS = /^media-([0-9a-f]{24})\.parts$/

export const newUploadPath = ({ DATA_DIR }: Place): string =>
  join(temporaryFolder(DATA_DIR), `media-${newId()}.upload`)

export const partsPath = ({ DATA_DIR }: Place, uploadId: string): string =>
  join(temporaryFolder(DATA_DIR), `media-${uploadId}.parts`)
