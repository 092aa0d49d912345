import type { Owner } from './people.ts'
import type { TestServer } from './test-server.ts'

/**
 * Cancels the bucket's next job once its first chunk is written, before the second: a cancel by a call is as good
 * as late on a fast machine, and progress is published ten times a second at most.
 */
export function cutNextJob({ app }: TestServer, { bucket }: Owner): void {
  let id: string | undefined
  const unsubscribe = app.events.subscribe(bucket.id, (event) => {
    if (event.kind === 'job') id ??= event.job.id
    // Each chunk makes a version of the bucket.
    if (event.kind !== 'version' || id === undefined) return
    unsubscribe()
    app.jobs.interrupt(id)
  })
}
