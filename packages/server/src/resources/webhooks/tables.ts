import type { DeliveryState, WebhookEvent, WebhookResource } from '@typecase/contract/webhooks'
import type { Generated } from 'kysely'

declare module '../../database/tables.ts' {
  interface Tables {
    webhooks: {
      bucket_id: string
      id: string
      title: string
      endpoint: string
      resource: WebhookResource
      /** JSON. */
      events: string
      payload: number
      props: string
      /** JSON. */
      object_types: string
      /** JSON. */
      header_keys: string
      /** JSON: the values of these keys, in their order. */
      header_values_sealed: string
      secret_sealed: string
      former_secret_sealed: string | null
      former_secret_until: number | null
      is_enabled: number
      disabled_reason: string | null
      created_by: string | null
      created_at: string
      modified_at: string
      rev: Generated<number>
      deleted_at: string | null
    }
    webhook_deliveries: {
      bucket_id: string
      id: string
      webhook_id: string
      event: WebhookEvent
      item_id: string
      title: string
      /** JSON. */
      item: string
      /** The object's `rev` at the event; null for a media. */
      item_rev: number | null
      triggered_at: number
      state: Generated<DeliveryState>
      attempts: Generated<number>
      tries: Generated<number>
      status: number | null
      problem: string | null
      duration: number | null
      last_attempt_at: number | null
      next_at: number | null
      lease_token: string | null
      lease_until: number | null
    }
    webhook_attempts: {
      bucket_id: string
      delivery_id: string
      number: number
      at: number
      duration: number
      status: number | null
      problem: string | null
      /** JSON. */
      request_headers: string
      request_body: string
      request_size: number
      /** JSON. */
      response_headers: string | null
      response_body: string | null
    }
  }
}
