import type { Backup, BackupScheduleData, BackupState } from '@typecase/contract/backups'
import type { Generated } from 'kysely'

declare module '../../database/tables.ts' {
  interface Tables {
    backup_schedules: Omit<BackupScheduleData, 'is_on'> & {
      bucket_id: string
      is_on: number
      /** UNIX ms. */
      next_at: number | null
      modified_by: string | null
      rev: Generated<number>
    }
    backups: {
      bucket_id: string
      id: string
      /** `deleting` means that the backup is hidden from everyone while its files are removed. */
      state: BackupState | 'deleting'
      reason: Backup['reason']
      created_by: string | null
      /** UNIX ms, as is `unchanged_at`. */
      at: number
      unchanged_at: number | null
      job_id: string | null
      version: number | null
      file_id: string | null
      size: Generated<number>
      media_size: Generated<number>
      object_types: Generated<number>
      objects: Generated<number>
      media: Generated<number>
      /** How many jobs have tried to make this backup. */
      attempts: Generated<number>
      failure: string | null
    }
    backup_media: { bucket_id: string; backup_id: string; name: string; file_id: string }
  }
}
