import { parentPort } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'

import { Failure } from '../../../../http/failure.ts'
import type { SearchAnswer, SearchOrder } from './run-search.ts'
import { compileSearch, type Search } from './search.ts'
import { searchTasks } from './search-tasks.ts'

/** Number of compiled searches in the cache: searches of several callers take turns, object by object. */
const MAX_SEARCHES = 20
const compiled = new LRUCache<string, Search>({ max: MAX_SEARCHES })

function searchOf(request: SearchOrder['request']): Search {
  const key = JSON.stringify(request)
  const search = compiled.get(key) ?? compileSearch(request)
  compiled.set(key, search)
  return search
}

function answerOf({ request, name, input }: SearchOrder): Omit<SearchAnswer, 'id'> {
  // The sender's types guarantee that the input belongs to the task.
  const task = searchTasks[name] as (search: Search, ...input: unknown[]) => unknown
  try {
    return { result: task(searchOf(request), ...input) }
  } catch (reason) {
    if (!(reason instanceof Failure)) throw reason
    const { code, message, extra } = reason
    return { refusal: { code, message, extra } }
  }
}

if (!parentPort) throw new Error('This file is run as a worker thread.')
const port = parentPort
port.on('message', (order: SearchOrder) => {
  const answer: SearchAnswer = { id: order.id, ...answerOf(order) }
  port.postMessage(answer)
})
