import { type StaffJob, staffJobs } from '@typecase/contract/staff'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { Chip } from '@typecase/ui/chip'
import { Select } from '@typecase/ui/select'
import { Time } from '@typecase/ui/time'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { formatNumber } from '@typecase/ui/format'

import { RowWords, SIZE, StaffList } from './staff-list.tsx'

const ALL = '*'
const words: Readonly<Record<StaffJob['status'], string>> = {
  queued: 'Waiting',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
}
const states = Object.entries(words).map(([id, label]) => ({ id, label }))
const isState = (id: string): id is StaffJob['status'] => Object.hasOwn(words, id)

/** The jobs of all buckets. */
export default function Jobs() {
  const [state, setState] = useState<StaffJob['status']>()
  const [skip, setSkip] = useState(0)
  const query = useApiQuery(
    staffJobs,
    { query: { limit: SIZE, skip, ...(state && { status: state }) } },
    // Polled, because running jobs make progress.
    { placeholderData: keepPreviousData, refetchInterval: 5000 },
  )
  function choose(id: string) {
    setState(isState(id) ? id : undefined)
    setSkip(0)
  }
  return (
    <StaffList
      title="Jobs"
      query={query}
      rows={({ jobs }) => jobs}
      keyOf={({ id }) => id}
      empty={state ? `No job is ${words[state].toLowerCase()}` : 'No jobs yet'}
      hint="Imports, exports and changes of many objects appear here for 30 days."
      skip={skip}
      onSkip={setSkip}
      filter={
        <Select
          label="State"
          value={state ?? ALL}
          onChange={(id) => choose(String(id))}
          options={[{ id: ALL, label: 'All' }, ...states]}
        />
      }
    >
      {(job) => (
        <RowWords
          title={
            <>
              {job.title}
              <Chip>{words[job.status]}</Chip>
            </>
          }
        >
          {job.bucket_title} · {formatNumber(job.done)} of {formatNumber(job.total)}
          {job.failed > 0 ? ` · ${formatNumber(job.failed)} failed` : null} · started{' '}
          <Time value={job.created_at} />
        </RowWords>
      )}
    </StaffList>
  )
}
