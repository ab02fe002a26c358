/**
 * The first lines of all Lua scripts that use the time. They set `now` to the server's time in milliseconds.
 * They set `run` to the id of the server's current run, and `upMs` to its minimum duration. Both are nil if INFO is denied.
 *
 * A restarted server may have lost its data, or loaded an old snapshot. Scripts therefore do not trust the state of an earlier run until
 * everything that may be missing has expired.
 */
export const SERVER_STATE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local info = redis.pcall('INFO', 'server')
local run, upMs
if type(info) == 'string' then
  run = string.match(info, 'run_id:(%w+)')
  local seconds = string.match(info, 'uptime_in_seconds:(%d+)')
  if seconds then upMs = math.max(0, seconds - 1) * 1000 end
end
local function waitAfterRestart(knownRun, ms)
  if not run or not upMs or knownRun == run or upMs >= ms then return 0 end
  return ms - upMs
end
`;
