import type { CmsObject } from '@typecase/contract/objects'
import { formatLongDateTime } from '@typecase/ui/format'

/** What a row says about an object's state: a shape and words. */
export interface StatusInWords {
  readonly status: 'published' | 'draft' | 'changed' | 'scheduled'
  readonly text: string
  /** A second sentence, where the short one leaves something out. */
  readonly detail?: string
}

type Dates = Pick<CmsObject, 'status' | 'main_object_status' | 'publish_at' | 'unpublish_at'>

/** @param now UNIX ms, which tells what is still to come */
export function statusOf(object: Dates, now: number = Date.now()): StatusInWords {
  const base = baseStatus(object)
  const { publish_at: publishAt, unpublish_at: unpublishAt } = object
  if (publishAt !== null && publishAt > now) {
    return {
      status: 'scheduled',
      text: shortTime(publishAt, now),
      detail: `${base.text}, will be published ${formatLongDateTime(publishAt)}`,
    }
  }
  if (unpublishAt !== null && unpublishAt > now) {
    return {
      status: 'scheduled',
      text: `Until ${shortTime(unpublishAt, now)}`,
      detail: `${base.text}, will be unpublished ${formatLongDateTime(unpublishAt)}`,
    }
  }
  return base
}

function baseStatus({ status, main_object_status: main }: Dates): StatusInWords {
  if (status === 'published') return { status: 'published', text: 'Published' }
  if (main === 'published') {
    return {
      status: 'changed',
      text: 'Draft over published',
      detail: 'The published version stays public until the draft is published.',
    }
  }
  return { status: 'draft', text: 'Draft' }
}

// Made once: a format costs as much as rendering the cell.
const TO_THE_MINUTE = {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
} as const
const THIS_YEAR = new Intl.DateTimeFormat('en-GB', TO_THE_MINUTE)
const ANOTHER_YEAR = new Intl.DateTimeFormat('en-GB', { ...TO_THE_MINUTE, year: 'numeric' })

/** `21 Nov, 09:00`; with the year when it is another one. */
export function shortTime(ms: number, now: number): string {
  const isThisYear = new Date(ms).getFullYear() === new Date(now).getFullYear()
  return (isThisYear ? THIS_YEAR : ANOTHER_YEAR).format(ms)
}
