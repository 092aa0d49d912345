import { findBlocks } from '@typecase/contract/content'

import type { App } from '../../app.ts'
import { handle, type Route } from '../../http/handle.ts'
import { readSettings } from '../../resources/buckets/store.ts'
import { openByKey } from '../open-by-key.ts'

/** The routes of content blocks, the part of the bucket's settings that sites may read. */
export function routes({ db }: App): Route[] {
  return [
    handle(findBlocks, async ({ principal, params }) => {
      const access = openByKey(principal, params.slug, 'published')
      const { content_blocks: blocks } = await readSettings(db.read, access)
      return { blocks: Array.isArray(blocks) ? blocks.filter(isBlock) : [] }
    }),
  ]
}

/** Checks a block, since stored settings may contain anything. */
const isBlock = (block: unknown): block is object => typeof block === 'object' && block !== null
