-- Planned once for each connection: their plans do not depend on the values, and making one takes longer than running
-- it. Left to itself the planner makes one at every fourth call, for in a function within a function its guess at what
-- the kept one costs is too high. A function that replaces one of these has to say so again.
alter function own_overview set plan_cache_mode = force_generic_plan;
alter function own_standing set plan_cache_mode = force_generic_plan;
