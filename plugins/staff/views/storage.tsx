import { staffStorageList } from '@typecase/contract/staff'
import { formatCount } from '@typecase/ui/count'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { formatSize } from '@typecase/ui/format'

import { RowWords, SIZE, StaffList } from './staff-list.tsx'

/** The storage used by the media of each bucket. */
export default function StorageSection() {
  const [skip, setSkip] = useState(0)
  const query = useApiQuery(
    staffStorageList,
    { query: { limit: SIZE, skip } },
    { placeholderData: keepPreviousData },
  )
  return (
    <StaffList
      title="Storage"
      description={query.data && `${formatSize(query.data.bytes)} of media, the trash included.`}
      query={query}
      rows={({ buckets }) => buckets}
      keyOf={({ bucket_id }) => bucket_id}
      empty="No bucket has media"
      hint="Images and files that people upload are counted here."
      skip={skip}
      onSkip={setSkip}
    >
      {(bucket) => (
        <>
          <RowWords title={bucket.bucket_title}>
            {bucket.project_title} · {formatCount(bucket.files, 'file')}
          </RowWords>
          <span>{formatSize(bucket.bytes)}</span>
        </>
      )}
    </StaffList>
  )
}
