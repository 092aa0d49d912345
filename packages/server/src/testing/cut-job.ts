import type { Owner } from './people.ts'
import type { TestServer } from './test-server.ts'

/**
 * Cancels the bucket's next job after its first chunk and before the second. A cancel through the API would come too
 * late on a fast machine, since progress is published at most ten times a second.
 */
export function cutNextJob({ app }: TestServer, { bucket }: Owner): void {
  let id: string | undefined
  const unsubscribe = app.events.subscribe(bucket.id, (event) => {
    if (event.kind === 'job') id ??= event.job.id
    // Each chunk creates a version of the bucket.
    if (event.kind !== 'version' || id === undefined) return
    unsubscribe()
    app.jobs.interrupt(id)
  })
}
