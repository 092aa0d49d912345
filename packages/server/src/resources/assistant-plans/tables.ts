import type { PlanState } from '@typecase/contract/assistant-plans'

declare module '../../database/tables.ts' {
  interface Tables {
    assistant_plans: {
      bucket_id: string
      id: string
      user_id: string
      client: string | null
      command: string
      /** JSON, as `summary` and `undo`. */
      args: string
      title: string
      summary: string
      state: PlanState
      message: string | null
      undo: string | null
      created_at: string
      /** UNIX ms. */
      expires_at: number
      ended_at: string | null
    }
  }
}
