import { rm } from 'node:fs/promises'

import { newId } from '@typecase/contract/ids'

import { MAX_PICTURES } from '../../limits.ts'
import type { App } from '../../app.ts'
import { conflict, invalid } from '../../http/failure.ts'
import { uploadFile, commitFile } from '../../storage/stored-files.ts'
import { type IncomingFile, prepareFile, type PreparedFile } from './prepare-file.ts'
import { safeName } from './safe-name.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    account_files: {
      id: string
      user_id: string
      name: string
      original_name: string
      type: string
      size: number
      width: number | null
      height: number | null
      file_id: string
      created_at: string
    }
  }
}

/** Stores pictures that belong to no bucket, such as avatars and logos. The caller still owns the incoming files. */
export async function addPictures(
  app: App,
  userId: string,
  files: readonly IncomingFile[],
  signal: AbortSignal,
) {
  const rewritten: string[] = []
  try {
    const gate = { owner: userId, field: 'files', keepsLocation: false }
    const ready: PreparedFile[] = []
    for (const file of files) {
      const one = await prepareFile(app, gate, file, signal)
      if (one.path !== file.path) rewritten.push(one.path)
      if (one.facts.color === null && one.type !== 'image/gif')
        throw invalid('files', 'files must be images: JPEG, PNG, WebP, AVIF or GIF', 'file_type')
      ready.push(one)
    }
    const media = []
    for (const file of ready) media.push(await addPicture(app, userId, file))
    return media
  } finally {
    for (const path of rewritten) await rm(path, { force: true })
  }
}

async function addPicture(app: App, userId: string, file: PreparedFile) {
  const { db, clock, settings } = app
  const upload = await uploadFile(app, userId, file)
  const { name: original_name, type, size, facts } = file
  const id = newId()
  const name = `${id}-${safeName(original_name)}`
  const { width, height } = facts
  const picture = { id, name, original_name, type, size, width, height, created_at: clock.iso() }
  await db.write(async (write) => {
    const { count } = await write.db
      .selectFrom('account_files')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    if (count >= MAX_PICTURES) throw conflict(`You already have ${MAX_PICTURES} images.`)
    const file_id = await commitFile(write.db, userId, file.sha256, upload, clock.now())
    if (file_id === undefined)
      throw conflict('The image has been deleted in the meantime. Send it again.')
    await write.db
      .insertInto('account_files')
      .values({ ...picture, user_id: userId, file_id })
      .execute()
  }, 'serializable')
  const url = `${settings.PUBLIC_URL}/media/${encodeURIComponent(name)}`
  return { ...picture, url, imgix_url: url }
}
