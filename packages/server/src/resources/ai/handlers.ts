import { completeChat } from '@typecase/contract/ai'

import { TOKENS } from '../../ai/ai.ts'
import type { App } from '../../app.ts'
import { handle, type Route } from '../../http/handle.ts'
import { aiOf } from '../billing/paid-ai.ts'
import { openBucket } from '../buckets/bucket-access.ts'

export function routes(app: App): Route[] {
  const { db, limits } = app
  return [
    handle(completeChat, async ({ principal, body, signal }) => {
      const { slug, messages, tools = [], max_tokens: maxTokens = TOKENS } = body
      const { bucketId } = await openBucket(db, principal, slug, 'bucket:read')
      const ai = aiOf(app, bucketId)
      ai.assertConfigured()
      await limits.count('chat', principal.userId)
      return ai.chat({ messages, tools, maxTokens }, signal)
    }),
  ]
}
