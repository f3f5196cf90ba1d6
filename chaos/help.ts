/** What `npm run chaos -- --help` prints. */
export const help = `npm run chaos -- [flags]

Lets some hundred owners live with a dead-man switch on a service of its own (PostgreSQL, Redis, Temporal, a mail
server, API and worker, on free ports, thrown away afterwards), while these are killed with -9 and started again in a
random order that follows from the seed. A day lasts two seconds there. Then it compares what the owners and their
successors saw, and the mails that were accepted, with the promises of the service, and with the database.

Ends with 0 only if no promise was broken; docs/reliability.md says how to read the table. Ctrl-C stops everything.

Flags
  --seed <number>      the campaign of that number; another one each time unless told
  --owners <number>    how many owners, 200 unless told
  --minutes <number>   for how long there are kills, 1.5 unless told, and longer until half of the releases have come;
                       then it waits for what is still due
  --keep <folder>      leaves the logs and the story of every life there
  --help               this text
`;
