export const waiting = {
  waitingFor: "Waiting for others",
  inviteBy: "Invite others: show them this, send them the link, or say the code.",
  copyLink: "Copy link",
  copied: "Copied",
  start: "Start",
  sitDown: "Sit down",
  free: "free",
} as const;
