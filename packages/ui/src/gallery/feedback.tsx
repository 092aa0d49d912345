import { Button } from '../button.tsx'
import { EmptyState } from '../empty-state.tsx'
import { FailureState } from '../failure-state.tsx'
import { NoPermissionState } from '../no-permission-state.tsx'
import { PageProgress } from '../page-progress.tsx'
import { ProgressBar } from '../progress-bar.tsx'
import { SkeletonCards, SkeletonForm, SkeletonLines, SkeletonRows } from '../skeleton.tsx'
import { Group, Specimen } from './specimen.tsx'

export function FeedbackSpecimens() {
  return (
    <Group title="Feedback">
      <Specimen title="empty-state">
        <EmptyState
          icon="image"
          title="No artworks yet"
          action={
            <Button variant="primary" kbd="n">
              New artwork
            </Button>
          }
        >
          An artwork has a title, an artist and a picture. Import them from a file, or write the
          first one.
        </EmptyState>
      </Specimen>
      <Specimen title="failure-state">
        <FailureState
          title="The artworks could not be loaded"
          note="Your 3 changes are kept on this device"
          requestId="req_8f3k2m"
          onRetry={() => undefined}
        >
          The server did not answer in time.
        </FailureState>
      </Specimen>
      <Specimen title="no-permission-state">
        <NoPermissionState action={<Button>Ask Ada Byron</Button>}>
          Billing is for owners of this workspace. Ada Byron can make you one.
        </NoPermissionState>
      </Specimen>
      <Specimen title="progress-bar, page-progress">
        <PageProgress isActive />
        <ProgressBar label="Importing artworks" value={37} />
        <ProgressBar label="Find and replace" value={3} maxValue={12} valueLabel="3 of 12" />
        <ProgressBar label="Counting" value={null} />
        <ProgressBar label="Published" value={100} tone="done" />
        <ProgressBar label="Upload stopped" value={64} tone="failed" />
      </Specimen>
      <Specimen title="skeleton: lines, form">
        <SkeletonLines label="description" />
        <SkeletonForm count={2} label="form" />
      </Specimen>
      <Specimen title="skeleton: rows, cards" isWide>
        <SkeletonRows count={4} label="objects" />
        <SkeletonCards count={5} label="media" />
      </Specimen>
    </Group>
  )
}
