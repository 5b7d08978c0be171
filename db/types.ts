// Written from the database by `npm run db:types`: change the migrations, not this file.
import type { ColumnType, GeneratedAlways } from 'kysely';

/** The database fills it in when an insert leaves it out. */
export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;
/** Written as JSON text (`JSON.stringify`), read as the value. */
export type Json = ColumnType<unknown, string, string>;
export type Numeric = ColumnType<string, string | number, string | number>;
export type Timestamp = ColumnType<Date, Date | string, Date | string>;

export interface AccessTokens {
  id: Generated<string>;
  token_hash: Buffer;
  user_id: string;
  session_id: string | null;
  name: string;
  scopes: string[];
  created_at: Timestamp;
  last_used_at: Timestamp | null;
  expires_at: Timestamp;
}

export interface Activity {
  id: Generated<string>;
  type: string;
  user_id: string | null;
  resource_id: string | null;
  details: Generated<string>;
  demo: Generated<boolean>;
  created_at: Timestamp;
}

export interface AdCreatives {
  id: Generated<string>;
  title: string;
  text: Generated<string>;
  link: string;
  action: string;
  image_key: string | null;
  weight: Generated<number>;
  active: Generated<boolean>;
  impressions: Generated<number>;
  clicks: Generated<number>;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface Announcements {
  id: Generated<string>;
  text: string;
  link: string | null;
  active: Generated<boolean>;
  starts_at: Timestamp;
  ends_at: Timestamp | null;
  created_at: Timestamp;
}

export interface AuditLog {
  id: GeneratedAlways<number>;
  at: Timestamp;
  actor_id: string | null;
  actor_name: string;
  action: string;
  subject_kind: string;
  subject_id: string;
  before: Json | null;
  after: Json | null;
  address: string | null;
}

export interface Badges {
  name: string;
  description: Generated<string>;
  tone: Generated<string>;
  created_at: Timestamp;
}

export interface ChatCounts {
  guild: string;
  members: number;
  online: number | null;
  read_at: Timestamp;
}

export interface ChatMembers {
  discord_id: string;
  is_in_guild: Generated<boolean>;
  has_role: Generated<boolean>;
  retry_at: Timestamp | null;
  updated_at: Timestamp;
}

export interface CollectionItems {
  collection_id: string;
  resource_id: string;
  position: number;
  added_at: Timestamp;
  note: Generated<string>;
  status: Generated<string>;
}

export interface Collections {
  id: Generated<string>;
  user_id: string;
  name: string;
  description: Generated<string>;
  is_public: Generated<boolean>;
  position: number;
  created_at: Timestamp;
  updated_at: Timestamp;
  project_key: string | null;
}

export interface DailyCounts {
  kind: string;
  day: string;
  count: number;
}

export interface DiscordPosts {
  resource_id: string;
  state: Generated<string>;
  approved_at: Timestamp;
  taken_at: Timestamp | null;
  message_id: string | null;
}

export interface DiscordWebhooks {
  id: Generated<boolean>;
  webhook_id: string;
  sealed_token: Buffer;
  is_on: boolean;
  gone_at: Timestamp | null;
  paused_until: Timestamp | null;
  in_doubt: Generated<boolean>;
  last_sent_at: Timestamp | null;
}

export interface DownloadReceipts {
  id: string;
  user_id: string;
  resource_id: string | null;
  record: string;
  signature: string;
  text_sha256: string | null;
  day: string;
  target: string;
  content: string;
  created_at: Timestamp;
}

export interface DownloadSelections {
  id: string;
  resource_id: string;
  paths: string[];
  used_at: Timestamp;
}

export interface DownloadTickets {
  ticket_hash: string;
  resource_id: string;
  first_used_at: Timestamp;
  version: string | null;
}

export interface Downloads {
  id: GeneratedAlways<number>;
  resource_id: string;
  user_id: string | null;
  person: string;
  day: string;
  file_path: string | null;
  demo: Generated<boolean>;
  created_at: Timestamp;
}

export interface FacetCounts {
  kind: string;
  value: string;
  count: number;
}

export interface FilePreviews {
  file_id: string;
  kind: string;
  is_premium: boolean;
  keys: Generated<string[]>;
  size: Generated<number>;
  details: Generated<Json>;
  made_at: Timestamp;
}

export interface Follows {
  follower_id: string;
  leaker_id: string;
  created_at: Generated<Timestamp>;
}

export interface FormerUsernames {
  username: string;
  user_id: string;
  until: Timestamp;
}

export interface ForumCategories {
  id: Generated<string>;
  name: string;
  slug: string;
  icon: string;
  position: number;
  archived_at: Timestamp | null;
  created_at: Timestamp;
}

export interface ForumListReads {
  user_id: string;
  subcategory_id: string;
  read_at: Timestamp;
}

export interface ForumModerators {
  category_id: string;
  user_id: string;
  created_at: Timestamp;
}

export interface ForumParticipants {
  thread_id: string;
  user_id: string;
  first_number: number;
}

export interface ForumPictures {
  file: string;
  user_id: string;
  created_at: Timestamp;
  post_id: string | null;
}

export interface ForumPostResources {
  post_id: string;
  position: number;
  resource_id: string;
}

export interface ForumPostVersions {
  post_id: string;
  version: number;
  content: string;
  reason: string | null;
  created_at: Timestamp;
}

export interface ForumPostWords {
  thread_id: string;
  number: number;
  author_id: string;
  subcategory_id: string;
  words: string;
  created_at: Timestamp;
}

export interface ForumPosts {
  id: Generated<string>;
  thread_id: string;
  number: number;
  author_id: string;
  content: string;
  html: string;
  renderer: number;
  mentions: Generated<string[]>;
  like_count: Generated<number>;
  version: Generated<number>;
  edit_reason: string | null;
  edited_at: Timestamp | null;
  created_at: Timestamp;
  deleted_at: Timestamp | null;
  deleted_by: string | null;
  delete_reason: string | null;
}

export interface ForumReactions {
  id: Generated<string>;
  post_id: string;
  user_id: string;
  type: string;
  created_at: Timestamp;
}

export interface ForumSubcategories {
  id: Generated<string>;
  category_id: string;
  name: string;
  slug: string;
  icon: string;
  description: Generated<string>;
  position: number;
  thread_count: Generated<number>;
  post_count: Generated<number>;
  archived_at: Timestamp | null;
  created_at: Timestamp;
}

export interface ForumSubscriptions {
  thread_id: string;
  user_id: string;
  is_on: boolean;
  changed_at: Timestamp;
}

export interface ForumThreads {
  id: Generated<string>;
  subcategory_id: string;
  author_id: string;
  title: string;
  excerpt: string;
  tags: Generated<string[]>;
  is_pinned: Generated<boolean>;
  is_locked: Generated<boolean>;
  post_count: Generated<number>;
  view_count: Generated<number>;
  last_number: Generated<number>;
  last_post_id: string | null;
  last_post_number: Generated<number>;
  last_post_author_id: string | null;
  last_post_digest: Buffer | null;
  last_post_at: Timestamp;
  change_count: Generated<number>;
  created_at: Timestamp;
  deleted_at: Timestamp | null;
  deleted_by: string | null;
  delete_reason: string | null;
  merged_into: string | null;
}

export interface ForumTitles {
  thread_id: string;
  words: string;
  created_at: Timestamp;
}

export interface ForumUnsplitPosts {
  id: GeneratedAlways<number>;
  thread_id: string;
  number: number;
}

export interface ForumViews {
  thread_id: string;
  visitor: string;
  hour: Timestamp;
}

export interface ForumVisits {
  user_id: string;
  thread_id: string;
  last_number: number;
  seen_at: Timestamp;
}

export interface Grants {
  id: Generated<string>;
  user_id: string;
  source: string;
  reference: string;
  membership_id: string | null;
  starts_at: Timestamp;
  ends_at: Timestamp | null;
  created_at: Generated<Timestamp>;
}

export interface Identities {
  provider: string;
  subject: string;
  user_id: string;
  username: Generated<string>;
  email: string | null;
  email_verified: Generated<boolean>;
  tokens: Buffer | null;
  tokens_expire_at: Timestamp | null;
  scope: Generated<string>;
  linked_at: Timestamp;
  checked_at: Timestamp;
}

export interface KnownDevices {
  user_id: string;
  device_hash: Buffer;
  seen_at: Timestamp;
}

export interface LeakerApplications {
  id: Generated<string>;
  user_id: string;
  status: Generated<string>;
  reason: string | null;
  created_at: Timestamp;
  decided_at: Timestamp | null;
  decided_by: string | null;
}

export interface LeakerBulkApprovals {
  id: string;
  admin_id: string | null;
  started_at: Timestamp;
  ends_at: Timestamp;
  undone_at: Timestamp | null;
}

export interface LeakerUntoldApprovals {
  application_id: string;
  bulk_id: string;
  was_verified: boolean;
}

export interface LeakerWishes {
  user_id: string;
  created_at: Timestamp;
}

export interface LicenceTexts {
  sha256: string;
  body: string;
}

export interface Likes {
  user_id: string;
  resource_id: string;
  created_at: Generated<Timestamp>;
}

export interface ListSteps {
  list: string;
  value: string;
  step: number;
}

export interface MailOutbox {
  id: Generated<string>;
  to_address: string;
  subject: string;
  text_body: Generated<string>;
  html_body: Generated<string>;
  created_at: Timestamp;
  sent_at: Timestamp | null;
  sealed_body: Buffer | null;
}

export interface MailTokens {
  token_hash: Buffer;
  purpose: string;
  user_id: string;
  email: string;
  expires_at: Timestamp;
}

export interface MovedFiles {
  route: string;
  key: string;
  size: number;
  size_there: number;
  moved_at: Timestamp;
}

export interface NotificationDigests {
  user_id: string;
  sent_at: Timestamp;
}

export interface NotificationSettings {
  user_id: string;
  kind: string;
  bell: boolean;
  email: boolean;
  digest: boolean;
}

export interface Notifications {
  id: Generated<string>;
  user_id: string;
  kind: string;
  event_key: string;
  actor_id: string | null;
  subject_id: string | null;
  data: Json;
  in_bell: boolean;
  in_digest: boolean;
  mail_due_at: Timestamp | null;
  created_at: Timestamp;
  read_at: Timestamp | null;
}

export interface OauthFlows {
  state_hash: Buffer;
  browser_hash: Buffer;
  provider: string;
  intent: string;
  session_id: string | null;
  verifier: string;
  nonce: string;
  return_to: string | null;
  applies: Generated<boolean>;
  expires_at: Timestamp;
}

export interface PatreonMembers {
  member_id: string;
  patron_id: string;
  email: string | null;
  patron_status: string | null;
  last_charge_status: string | null;
  last_charge_at: Timestamp | null;
  next_charge_at: Timestamp | null;
  cents: Generated<number>;
  lifetime_cents: Generated<number>;
  cadence_months: number | null;
  is_free_trial: Generated<boolean>;
  is_gifted: Generated<boolean>;
  tiers: Generated<string[]>;
  paid_through: Timestamp | null;
  refunded_at: Timestamp | null;
  declined_since: Timestamp | null;
  gone_at: Timestamp | null;
  observed_at: Timestamp;
}

export interface PendingSignIns {
  token_hash: Buffer;
  user_id: string;
  applies: Generated<boolean>;
  failures: Generated<number>;
  expires_at: Timestamp;
}

export interface ProxiedPictures {
  address_hash: Buffer;
  storage_key: string | null;
  read_at: Timestamp;
  failed_at: Timestamp | null;
  reading_until: Timestamp;
}

export interface RateCounters {
  key: string;
  starts_at: Timestamp;
  ends_at: Timestamp;
  hits: number;
}

export interface RecoveryCodes {
  user_id: string;
  code_hash: Buffer;
}

export interface Reports {
  id: Generated<string>;
  number: GeneratedAlways<number>;
  kind: string;
  subject_id: string | null;
  subject_label: Generated<string>;
  address: Generated<string>;
  reason: string;
  details: string;
  reporter_id: string | null;
  email: string;
  status: Generated<string>;
  decision: string | null;
  decided_by: string | null;
  decided_at: Timestamp | null;
  created_at: Timestamp;
}

export interface RequestVotes {
  request_id: string;
  user_id: string;
  is_premium: boolean;
  tells: boolean;
  told_decision: Generated<number>;
  dismissed_decision: Generated<number>;
  created_at: Timestamp;
}

export interface ResourceDecisions {
  id: GeneratedAlways<number>;
  resource_id: string;
  leaker_id: string;
  status: string;
  reason: string | null;
  decided_by: string | null;
  decided_at: Timestamp;
}

export interface ResourceFiles {
  id: Generated<string>;
  resource_id: string;
  path: string;
  size: number;
  sha256: string;
  crc32: number;
  storage_key: string;
  media_type: string | null;
  facts: Generated<Json>;
  findings: Generated<Json>;
  created_at: Generated<Timestamp>;
}

export interface ResourceRequests {
  id: Generated<string>;
  user_id: string | null;
  name: string;
  link: string;
  host: string;
  link_key: string;
  og_title: string | null;
  og_description: string | null;
  og_price: string | null;
  og_image: string | null;
  status: Generated<string>;
  note: Generated<string>;
  resource_id: string | null;
  decided_at: Timestamp | null;
  decided_by: string | null;
  decision: Generated<number>;
  changed_at: Timestamp | null;
  votes: Generated<number>;
  premium_votes: Generated<number>;
  removed_at: Timestamp | null;
  removed_by: string | null;
  demo: Generated<boolean>;
  created_at: Timestamp;
  is_open: GeneratedAlways<boolean>;
  is_premium: GeneratedAlways<boolean>;
  weight: GeneratedAlways<number>;
}

export interface ResourceVersions {
  resource_id: string;
  number: number;
  files_id: string;
  note: string;
  created_at: Timestamp;
  published_at: Timestamp | null;
}

export interface ResourceViews {
  resource_id: string;
  visitor: string;
  hour: Timestamp;
}

export interface Resources {
  id: Generated<string>;
  slug: string | null;
  author_id: string;
  title: string;
  description: Generated<string>;
  category: string;
  is_premium: GeneratedAlways<boolean>;
  editor: string;
  editor_min_version: string | null;
  type: string;
  tags: Generated<string[]>;
  licence: string | null;
  rights_declared_at: Timestamp | null;
  sale_declared_at: Timestamp | null;
  status: Generated<string>;
  status_reason: string | null;
  submitted_at: Generated<Timestamp | null>;
  approved_at: Timestamp | null;
  hidden_at: Timestamp | null;
  hidden_by: string | null;
  hidden_reason: string | null;
  deleted_at: Timestamp | null;
  deleted_by: string | null;
  deleted_with_author: Generated<boolean>;
  thumbnail_key: string | null;
  thumbnail_hash: string | null;
  thumbnail_chosen: Generated<boolean>;
  strip_key: string | null;
  strip_kind: Generated<string>;
  media_label: Generated<string>;
  preview_state: Generated<string>;
  preview_note: string | null;
  facts: Generated<Json>;
  views: Generated<number>;
  likes: Generated<number>;
  saves: Generated<number>;
  downloads: Generated<number>;
  trend: Generated<number>;
  file_count: Generated<number>;
  file_size: Generated<number>;
  demo: Generated<boolean>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  terms: Generated<string>;
  facets: Generated<string[]>;
  version: Generated<number>;
  version_of: string | null;
  files_changed_at: Timestamp | null;
}

export interface RoleChanges {
  id: GeneratedAlways<number>;
  user_id: string;
  role_before: string | null;
  role_after: string | null;
  at: Timestamp;
}

export interface Saves {
  user_id: string;
  resource_id: string;
  created_at: Generated<Timestamp>;
}

export interface SearchEntries {
  id: string;
  created_at: Timestamp;
  terms: string;
  spaces: Generated<string>;
  places: Generated<string>;
}

export interface SearchWords {
  word: string;
  count: number;
}

export interface SentPictures {
  key: string;
  user_id: string;
  size: number;
}

export interface ServiceTokens {
  name: string;
  tokens: Buffer;
  expires_at: Timestamp | null;
  seed_hash: Buffer;
}

export interface Sessions {
  id: Generated<string>;
  token_hash: Buffer;
  user_id: string;
  user_agent: Generated<string>;
  created_at: Timestamp;
  last_seen_at: Timestamp;
  confirmed_at: Timestamp;
  expires_at: Timestamp;
}

export interface Settings {
  key: string;
  value: Json;
  updated_at: Generated<Timestamp>;
  updated_by: string | null;
}

export interface ShareCards {
  kind: string;
  subject: string;
  version: string;
  drawn_at: Timestamp;
}

export interface Texts {
  slug: string;
  body: string;
  updated_at: Timestamp;
  updated_by: string | null;
}

export interface ToolboxServers {
  id: string;
  name: string;
  ip: string;
  port: number;
  location: string;
  username: string;
  password: Buffer | null;
  ssh_key: Buffer | null;
  service: string;
  upload_dir: string | null;
  priority: Generated<number>;
  is_default: Generated<boolean>;
  host_key: string | null;
  status: Generated<string>;
  status_reason: string | null;
  reason_code: string | null;
  shown_host_key: string | null;
  version: Generated<number>;
  acting_until: Timestamp | null;
  observed_at: Timestamp | null;
  last_ping: Timestamp | null;
  cpu: number | null;
  memory_used: number | null;
  memory_total: number | null;
  disk_used: number | null;
  disk_total: number | null;
  network_in: number | null;
  network_out: number | null;
  uptime: number | null;
  files_observed_at: Timestamp | null;
  upload_count: number | null;
  video_bytes: number | null;
  image_audio_bytes: number | null;
  other_bytes: number | null;
  created_by: string | null;
  created_at: Timestamp;
}

export interface TwoFactors {
  user_id: string;
  secret: Buffer;
  enabled_at: Timestamp | null;
  last_step: Generated<number>;
  created_at: Timestamp;
}

export interface UnmetSearches {
  words: string;
  person: string;
  hash_key: string;
  editor: string;
  type: string;
  searched_on: string;
}

export interface UploadMessages {
  id: Generated<string>;
  resource_id: string;
  author_id: string | null;
  by_reviewer: boolean;
  text: string;
  created_at: Timestamp;
}

export interface UploadReviews {
  resource_id: string;
  reviewer_id: string;
  held_until: Timestamp;
}

export interface UploadSessions {
  id: Generated<string>;
  user_id: string;
  resource_id: string;
  path: string;
  is_bundle: Generated<boolean>;
  manifest: Json | null;
  modified_at: Timestamp | null;
  size: number;
  received: Generated<number>;
  state: Generated<string>;
  step: string | null;
  checked: Generated<number>;
  refusal: string | null;
  created_at: Timestamp;
  touched_at: Timestamp;
}

export interface Users {
  id: Generated<string>;
  username: string;
  email: string;
  email_verified_at: Timestamp | null;
  proven_elsewhere: Generated<boolean>;
  password_hash: string | null;
  role: Generated<string>;
  display_name: string | null;
  bio: Generated<string>;
  avatar: string | null;
  banner: string | null;
  verified: Generated<boolean>;
  badges: Generated<string[]>;
  invited_at: Timestamp | null;
  suspended_at: Timestamp | null;
  suspended_until: Timestamp | null;
  suspend_reason: string | null;
  suspended_by: string | null;
  deleted_at: Timestamp | null;
  deleted_by: string | null;
  erased_at: Timestamp | null;
  demo: Generated<boolean>;
  followers_count: Generated<number>;
  following_count: Generated<number>;
  total_likes: Generated<number>;
  reputation: Generated<number>;
  uploads_count: Generated<number>;
  posts_count: Generated<number>;
  views_count: Generated<number>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
}

export interface WebhookDeliveries {
  provider: string;
  body_hash: Buffer;
  event: string;
  received_at: Timestamp;
}

export interface DB {
  access_tokens: AccessTokens;
  activity: Activity;
  ad_creatives: AdCreatives;
  announcements: Announcements;
  audit_log: AuditLog;
  badges: Badges;
  chat_counts: ChatCounts;
  chat_members: ChatMembers;
  collection_items: CollectionItems;
  collections: Collections;
  daily_counts: DailyCounts;
  discord_posts: DiscordPosts;
  discord_webhooks: DiscordWebhooks;
  download_receipts: DownloadReceipts;
  download_selections: DownloadSelections;
  download_tickets: DownloadTickets;
  downloads: Downloads;
  facet_counts: FacetCounts;
  file_previews: FilePreviews;
  follows: Follows;
  former_usernames: FormerUsernames;
  forum_categories: ForumCategories;
  forum_list_reads: ForumListReads;
  forum_moderators: ForumModerators;
  forum_participants: ForumParticipants;
  forum_pictures: ForumPictures;
  forum_post_resources: ForumPostResources;
  forum_post_versions: ForumPostVersions;
  forum_post_words: ForumPostWords;
  forum_posts: ForumPosts;
  forum_reactions: ForumReactions;
  forum_subcategories: ForumSubcategories;
  forum_subscriptions: ForumSubscriptions;
  forum_threads: ForumThreads;
  forum_titles: ForumTitles;
  forum_unsplit_posts: ForumUnsplitPosts;
  forum_views: ForumViews;
  forum_visits: ForumVisits;
  grants: Grants;
  identities: Identities;
  known_devices: KnownDevices;
  leaker_applications: LeakerApplications;
  leaker_bulk_approvals: LeakerBulkApprovals;
  leaker_untold_approvals: LeakerUntoldApprovals;
  leaker_wishes: LeakerWishes;
  licence_texts: LicenceTexts;
  likes: Likes;
  list_steps: ListSteps;
  mail_outbox: MailOutbox;
  mail_tokens: MailTokens;
  moved_files: MovedFiles;
  notification_digests: NotificationDigests;
  notification_settings: NotificationSettings;
  notifications: Notifications;
  oauth_flows: OauthFlows;
  patreon_members: PatreonMembers;
  pending_sign_ins: PendingSignIns;
  proxied_pictures: ProxiedPictures;
  rate_counters: RateCounters;
  recovery_codes: RecoveryCodes;
  reports: Reports;
  request_votes: RequestVotes;
  resource_decisions: ResourceDecisions;
  resource_files: ResourceFiles;
  resource_requests: ResourceRequests;
  resource_versions: ResourceVersions;
  resource_views: ResourceViews;
  resources: Resources;
  role_changes: RoleChanges;
  saves: Saves;
  search_entries: SearchEntries;
  search_words: SearchWords;
  sent_pictures: SentPictures;
  service_tokens: ServiceTokens;
  sessions: Sessions;
  settings: Settings;
  share_cards: ShareCards;
  texts: Texts;
  toolbox_servers: ToolboxServers;
  two_factors: TwoFactors;
  unmet_searches: UnmetSearches;
  upload_messages: UploadMessages;
  upload_reviews: UploadReviews;
  upload_sessions: UploadSessions;
  users: Users;
  webhook_deliveries: WebhookDeliveries;
}
